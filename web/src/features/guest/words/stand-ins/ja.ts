/** Japanese. */
import type { StandInWords } from '../stand-in-sentences.js';

export const words: StandInWords = {
  // The test checkout
  'TEST payment': 'テスト決済',
  'This page stands in for a payment provider. No money moves.': 'このページは決済サービスの代わりです。お金は動きません。',
  'This amount is held on the card. Only what you take is charged, and the rest is released when the door closes.': 'この金額をカードで仮押さえします。お取りになった分だけを請求し、残りは扉が閉まると解除します。',
  'Pay with': 'お支払い方法',
  'Test card': 'テストカード',
  'Test phone wallet': 'テスト用スマートフォンウォレット',
  "The provider's message comes": '決済サービスからの通知',
  'at once': 'すぐに届く',
  'twice': '2回届く',
  'never (it is asked for after two minutes)': '届かない（2分後に問い合わせます）',
  'On its way...': '処理中...',
  'Hold {amount}': '{amount} を仮押さえする',
  'Decline the card': 'カードを拒否する',
  'Leave without paying': '支払わずに戻る',
  'Your card was declined. Please try another one.': 'カードが拒否されました。別のカードをお試しください。',
  'This payment has been made.': 'このお支払いは完了しています。',
  'This checkout was left without paying.': 'この画面は支払わずに閉じられました。',
  // The simulated tag
  'NFC Tap Simulation': 'NFCタグのシミュレーション',
  'Development mode': '開発モード',
  'This page stands in for a real tag.': 'このページは実際のタグの代わりです。',
  'No online machines available. Please ensure machines are online in the admin panel.': 'オンラインの機械がありません。管理画面で機械がオンラインか確認してください。',
  'Machine': '機械',
  'Tap the tag: a session begins and the door unlocks.': 'タグにタッチすると、お買い物が始まり扉のロックが外れます。',
  'Take items: each one appears with its price.': '商品を取ると、価格とともに表示されます。',
  'Close the door, then pay.': '扉を閉めてから、お支払いください。',
  'Tap NFC Tag': 'NFCタグにタッチする',
  'Back to Dashboard': 'ダッシュボードに戻る',
};
