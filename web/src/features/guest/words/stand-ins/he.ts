/** Hebrew. */
import type { StandInWords } from '../stand-in-sentences.js';

export const words: StandInWords = {
  // The test checkout
  'TEST payment': 'תשלום לבדיקה בלבד',
  'This page stands in for a payment provider. No money moves.': 'דף זה בא במקום ספק תשלומים. שום כסף אינו עובר.',
  'This amount is held on the card. Only what you take is charged, and the rest is released when the door closes.': 'סכום זה נתפס בכרטיס. תחויבו רק על מה שתיקחו, והיתר משתחרר כשהדלת נסגרת.',
  'Pay with': 'תשלום באמצעות',
  'Test card': 'כרטיס לבדיקה',
  'Test phone wallet': 'ארנק טלפון לבדיקה',
  "The provider's message comes": 'ההודעה של הספק מגיעה',
  'at once': 'מיד',
  'twice': 'פעמיים',
  'never (it is asked for after two minutes)': 'אף פעם (שואלים עליה כעבור שתי דקות)',
  'On its way...': 'בדרך...',
  'Hold {amount}': 'תפיסת {amount}',
  'Decline the card': 'דחיית הכרטיס',
  'Leave without paying': 'יציאה בלי לשלם',
  'Your card was declined. Please try another one.': 'הכרטיס נדחה. נסו כרטיס אחר.',
  'This payment has been made.': 'תשלום זה בוצע.',
  'This checkout was left without paying.': 'יצאו מתשלום זה בלי לשלם.',
  // The simulated tag
  'NFC Tap Simulation': 'הדמיית הצמדה לתג NFC',
  'Development mode': 'מצב פיתוח',
  'This page stands in for a real tag.': 'דף זה בא במקום תג אמיתי.',
  'No online machines available. Please ensure machines are online in the admin panel.': 'אין מכונות מחוברות. ודאו בממשק הניהול שמכונה מחוברת.',
  'Machine': 'מכונה',
  'Tap the tag: a session begins and the door unlocks.': 'הצמידו לתג: קנייה מתחילה והדלת נפתחת מנעילה.',
  'Take items: each one appears with its price.': 'קחו מוצרים: כל אחד מופיע עם מחירו.',
  'Close the door, then pay.': 'סגרו את הדלת, ואז שלמו.',
  'Tap NFC Tag': 'הצמדה לתג NFC',
  'Back to Dashboard': 'חזרה ללוח הבקרה',
};
