/** What an e-mailed receipt says, in the languages of the guest's pages. `{total}` and the like stand for what differs. */
import type { GuestLanguage } from '@larder/contracts/guest-sentences.js';

export interface ReceiptWords {
  hello: string;
  subject: string;
  where: string;
  more: string;
  total: string;
  tax: string;
  hold: string;
  refunded: string;
  questions: string;
  see: string;
  /** Under the button. */
  otherwise: string;
  closing: string;
}

export const receiptWords: Record<GuestLanguage, ReceiptWords> = {
  en: {
    hello: 'Hello,', subject: 'Your receipt from {host}: {total}', where: '{machine}, {address}. {at}. Reference {reference}.', more: 'and {count} more',
    total: 'Total {total}', tax: ', of which tax ({rate}) {amount}', hold: 'Held {held}, charged {charged}, released {released}', refunded: 'Refunded so far: {amount}', questions: 'Questions? {contact}',
    see: 'See the receipt', otherwise: 'If the button does not work, open this address:',
    closing: 'Sent because a guest asked for this receipt to be sent to this address, which is used for nothing else. With its link you can also say that something was wrong. If you bought nothing, ignore it.',
  },
  de: {
    hello: 'Guten Tag,', subject: 'Ihr Beleg von {host}: {total}', where: '{machine}, {address}. {at}. Vorgang {reference}.', more: 'und {count} weitere',
    total: 'Summe {total}', tax: ', darin Steuer ({rate}) {amount}', hold: '{held} reserviert, {charged} abgebucht, {released} freigegeben', refunded: 'Bisher erstattet: {amount}', questions: 'Fragen? {contact}',
    see: 'Beleg ansehen', otherwise: 'Wenn der Knopf nicht geht, öffnen Sie diese Adresse:',
    closing: 'Diese Nachricht kommt, weil ein Gast diesen Beleg an diese Adresse schicken ließ; sie wird für nichts anderes verwendet. Über den Link können Sie auch sagen, dass etwas nicht stimmte. Wenn Sie nichts gekauft haben, beachten Sie sie nicht weiter.',
  },
  es: {
    hello: 'Hola:', subject: 'Su recibo de {host}: {total}', where: '{machine}, {address}. {at}. Referencia {reference}.', more: 'y {count} más',
    total: 'Total {total}', tax: ', impuestos incluidos ({rate}) {amount}', hold: 'Retenido {held}, cobrado {charged}, liberado {released}', refunded: 'Reembolsado hasta ahora: {amount}', questions: '¿Preguntas? {contact}',
    see: 'Ver el recibo', otherwise: 'Si el botón no funciona, abra esta dirección:',
    closing: 'Este mensaje se envía porque un cliente pidió recibir este recibo en esta dirección, que no se usa para nada más. Con el enlace también puede indicar que hubo un problema. Si no ha comprado nada, ignórelo.',
  },
  fr: {
    hello: 'Bonjour,', subject: 'Votre reçu de {host} : {total}', where: '{machine}, {address}. {at}. Référence {reference}.', more: 'et {count} de plus',
    total: 'Total {total}', tax: ', dont taxes ({rate}) {amount}', hold: 'Bloqué {held}, débité {charged}, libéré {released}', refunded: 'Remboursé à ce jour : {amount}', questions: 'Une question ? {contact}',
    see: 'Voir le reçu', otherwise: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
    closing: 'Ce message est envoyé parce qu’un client a demandé ce reçu à cette adresse, qui ne sert à rien d’autre. Le lien permet aussi de signaler un problème. Si vous n’avez rien acheté, ignorez-le.',
  },
  it: {
    hello: 'Ciao,', subject: 'La tua ricevuta di {host}: {total}', where: '{machine}, {address}. {at}. Riferimento {reference}.', more: 'e altri {count}',
    total: 'Totale {total}', tax: ', di cui imposte ({rate}) {amount}', hold: 'Bloccati {held}, addebitati {charged}, sbloccati {released}', refunded: 'Rimborsati finora: {amount}', questions: 'Hai domande? {contact}',
    see: 'Vedi la ricevuta', otherwise: 'Se il pulsante non funziona, apri questo indirizzo:',
    closing: 'Ricevi questo messaggio perché un cliente ha chiesto di inviare la ricevuta a questo indirizzo, che non viene usato per altro. Dal link puoi anche segnalare un problema. Se non hai comprato nulla, ignoralo.',
  },
  nl: {
    hello: 'Hallo,', subject: 'Je bon van {host}: {total}', where: '{machine}, {address}. {at}. Kenmerk {reference}.', more: 'en nog {count}',
    total: 'Totaal {total}', tax: ', waarvan btw ({rate}) {amount}', hold: '{held} gereserveerd, {charged} afgeschreven, {released} vrijgegeven', refunded: 'Tot nu toe terugbetaald: {amount}', questions: 'Vragen? {contact}',
    see: 'Bon bekijken', otherwise: 'Werkt de knop niet? Open dan dit adres:',
    closing: 'Je krijgt dit bericht omdat een gast vroeg deze bon naar dit adres te sturen, dat nergens anders voor wordt gebruikt. Via de link kun je ook melden dat er iets niet klopte. Heb je niets gekocht, dan kun je dit bericht negeren.',
  },
  pt: {
    hello: 'Olá,', subject: 'Seu recibo de {host}: {total}', where: '{machine}, {address}. {at}. Referência {reference}.', more: 'e mais {count}',
    total: 'Total {total}', tax: ', dos quais impostos ({rate}) {amount}', hold: 'Bloqueado {held}, cobrado {charged}, liberado {released}', refunded: 'Reembolsado até agora: {amount}', questions: 'Dúvidas? {contact}',
    see: 'Ver o recibo', otherwise: 'Se o botão não funcionar, abra este endereço:',
    closing: 'Esta mensagem foi enviada porque um cliente pediu este recibo neste endereço, que não é usado para mais nada. Pelo link você também pode informar que houve um problema. Se você não comprou nada, ignore-a.',
  },
  ja: {
    hello: 'お客様', subject: '{host} のレシート：{total}', where: '{machine}、{address}。{at}。取引番号 {reference}。', more: 'ほか{count}点',
    total: '合計 {total}', tax: '（うち税 {rate}：{amount}）', hold: '仮押さえ {held}、請求 {charged}、解除 {released}', refunded: 'これまでの返金：{amount}', questions: 'お問い合わせ：{contact}',
    see: 'レシートを見る', otherwise: 'ボタンが動作しない場合は、このアドレスを開いてください：',
    closing: 'このメールは、お客様がこのアドレスへのレシート送信を希望されたためお送りしています。アドレスをほかの目的に使うことはありません。リンクから商品の問題を知らせることもできます。お心当たりがない場合は、このメールを無視してください。',
  },
  zh: {
    hello: '您好：', subject: '{host} 的收据：{total}', where: '{machine}，{address}。{at}。交易号 {reference}。', more: '以及另外 {count} 项',
    total: '合计 {total}', tax: '（含税 {rate}：{amount}）', hold: '预授权 {held}，扣款 {charged}，解除 {released}', refunded: '目前已退款：{amount}', questions: '有疑问？{contact}',
    see: '查看收据', otherwise: '如果按钮无法使用，请打开此地址：',
    closing: '之所以发送此邮件，是因为有顾客要求将收据发送到此地址，该地址不会用于其他用途。您也可以通过链接反馈问题。如果您没有购买，请忽略此邮件。',
  },
};

/** `{total}` of one of these sentences, filled in. */
export const filled = (sentence: string, values: Record<string, string | number>): string => sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
