/** Arabic. */
import type { StandInWords } from '../stand-in-sentences.js';

export const words: StandInWords = {
  // The test checkout
  'TEST payment': 'دفع تجريبي',
  'This page stands in for a payment provider. No money moves.': 'تحلّ هذه الصفحة محلّ مزوّد خدمة الدفع. لا تنتقل أي أموال.',
  'This amount is held on the card. Only what you take is charged, and the rest is released when the door closes.': 'يُحجز هذا المبلغ على البطاقة. تدفع ثمن ما تأخذه فقط، ويُفرج عن الباقي عند إغلاق الباب.',
  'Pay with': 'الدفع بواسطة',
  'Test card': 'بطاقة تجريبية',
  'Test phone wallet': 'محفظة هاتف تجريبية',
  "The provider's message comes": 'تصل رسالة المزوّد',
  'at once': 'فورًا',
  'twice': 'مرتين',
  'never (it is asked for after two minutes)': 'أبدًا (نسأل عنها بعد دقيقتين)',
  'On its way...': 'قيد التنفيذ...',
  'Hold {amount}': 'حجز {amount}',
  'Decline the card': 'رفض البطاقة',
  'Leave without paying': 'المغادرة دون دفع',
  'Your card was declined. Please try another one.': 'رُفضت بطاقتك. يُرجى تجربة بطاقة أخرى.',
  'This payment has been made.': 'تمّ هذا الدفع.',
  'This checkout was left without paying.': 'غودرت صفحة الدفع هذه دون دفع.',
  // The simulated tag
  'NFC Tap Simulation': 'محاكاة لمس علامة NFC',
  'Development mode': 'وضع التطوير',
  'This page stands in for a real tag.': 'تحلّ هذه الصفحة محلّ علامة حقيقية.',
  'No online machines available. Please ensure machines are online in the admin panel.': 'لا توجد أجهزة متصلة. يُرجى التأكد في لوحة الإدارة من اتصال أحد الأجهزة.',
  'Machine': 'الجهاز',
  'Tap the tag: a session begins and the door unlocks.': 'قرّب هاتفك من العلامة: تبدأ عملية الشراء ويُفتح قفل الباب.',
  'Take items: each one appears with its price.': 'خذ المنتجات: يظهر كل منها مع سعره.',
  'Close the door, then pay.': 'أغلق الباب ثم ادفع.',
  'Tap NFC Tag': 'لمس علامة NFC',
  'Back to Dashboard': 'العودة إلى لوحة التحكم',
};
