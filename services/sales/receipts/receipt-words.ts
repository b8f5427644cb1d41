/** What an e-mailed receipt says, in the languages of the guest's pages. `{total}` and the like stand for what differs. */
import type { GuestLanguage } from '@larder/contracts/vending/guest-languages.js';

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
  pl: {
    hello: 'Dzień dobry,', subject: 'Twój paragon od {host}: {total}', where: '{machine}, {address}. {at}. Numer {reference}.', more: 'i jeszcze {count}',
    total: 'Razem {total}', tax: ', w tym podatek ({rate}) {amount}', hold: 'Zablokowano {held}, pobrano {charged}, zwolniono {released}', refunded: 'Dotychczas zwrócono: {amount}', questions: 'Pytania? {contact}',
    see: 'Zobacz paragon', otherwise: 'Jeśli przycisk nie działa, otwórz ten adres:',
    closing: 'Wysłano, ponieważ gość poprosił o ten paragon na ten adres; nie używamy go do niczego innego. Przez link można też zgłosić, że coś się nie zgadzało. Jeśli nic nie kupiono, prosimy zignorować tę wiadomość.',
  },
  da: {
    hello: 'Hej,', subject: 'Din kvittering fra {host}: {total}', where: '{machine}, {address}. {at}. Reference {reference}.', more: 'og {count} mere',
    total: 'I alt {total}', tax: ', heraf moms ({rate}) {amount}', hold: 'Reserveret {held}, trukket {charged}, frigivet {released}', refunded: 'Refunderet indtil nu: {amount}', questions: 'Spørgsmål? {contact}',
    see: 'Se kvitteringen', otherwise: 'Virker knappen ikke, så åbn denne adresse:',
    closing: 'Sendt, fordi en gæst bad om at få kvitteringen til denne adresse, som ikke bruges til andet. Via linket kan du også sige, at noget var galt. Har du ikke købt noget, kan du se bort fra beskeden.',
  },
  sv: {
    hello: 'Hej,', subject: 'Ditt kvitto från {host}: {total}', where: '{machine}, {address}. {at}. Referens {reference}.', more: 'och {count} till',
    total: 'Summa {total}', tax: ', varav moms ({rate}) {amount}', hold: 'Reserverat {held}, debiterat {charged}, frigjort {released}', refunded: 'Återbetalt hittills: {amount}', questions: 'Frågor? {contact}',
    see: 'Visa kvittot', otherwise: 'Om knappen inte fungerar, öppna den här adressen:',
    closing: 'Skickat eftersom en gäst bad att få kvittot till den här adressen, som inte används till något annat. Via länken kan du också säga att något var fel. Har du inte köpt något kan du bortse från meddelandet.',
  },
  nb: {
    hello: 'Hei,', subject: 'Kvitteringen din fra {host}: {total}', where: '{machine}, {address}. {at}. Referanse {reference}.', more: 'og {count} til',
    total: 'Sum {total}', tax: ', herav mva. ({rate}) {amount}', hold: 'Reservert {held}, belastet {charged}, frigitt {released}', refunded: 'Refundert hittil: {amount}', questions: 'Spørsmål? {contact}',
    see: 'Se kvitteringen', otherwise: 'Virker ikke knappen, åpne denne adressen:',
    closing: 'Sendt fordi en gjest ba om å få kvitteringen til denne adressen, som ikke brukes til noe annet. Via lenken kan du også si at noe var galt. Har du ikke kjøpt noe, kan du se bort fra meldingen.',
  },
  ro: {
    hello: 'Bună ziua,', subject: 'Bonul dumneavoastră de la {host}: {total}', where: '{machine}, {address}. {at}. Referință {reference}.', more: 'și încă {count}',
    total: 'Total {total}', tax: ', din care taxe ({rate}) {amount}', hold: 'Blocat {held}, încasat {charged}, eliberat {released}', refunded: 'Rambursat până acum: {amount}', questions: 'Întrebări? {contact}',
    see: 'Vedeți bonul', otherwise: 'Dacă butonul nu funcționează, deschideți această adresă:',
    closing: 'Trimis pentru că un oaspete a cerut acest bon la această adresă, care nu este folosită pentru nimic altceva. Prin link puteți spune și că ceva nu a fost în regulă. Dacă nu ați cumpărat nimic, ignorați mesajul.',
  },
  he: {
    hello: 'שלום,', subject: 'הקבלה שלכם מאת {host}: {total}', where: '{machine}, {address}. {at}. אסמכתה {reference}.', more: 'ועוד {count}',
    total: 'סך הכול {total}', tax: ', מזה מס ({rate}) {amount}', hold: 'נתפסו {held}, חויבו {charged}, שוחררו {released}', refunded: 'הוחזר עד כה: {amount}', questions: 'שאלות? {contact}',
    see: 'הצגת הקבלה', otherwise: 'אם הכפתור אינו פועל, פתחו את הכתובת:',
    closing: 'נשלח כי אורח ביקש לקבל קבלה זו לכתובת הזאת, שאינה משמשת לשום דבר אחר. דרך הקישור אפשר גם לומר שמשהו לא היה בסדר. אם לא קניתם דבר, התעלמו מההודעה.',
  },
  ar: {
    hello: 'مرحبًا،', subject: 'إيصالك من {host}: {total}', where: '{machine}، {address}. {at}. المرجع {reference}.', more: 'و{count} أخرى',
    total: 'المجموع {total}', tax: '، منها ضريبة ({rate}) {amount}', hold: 'حُجز {held}، خُصم {charged}، أُفرج عن {released}', refunded: 'المُعاد حتى الآن: {amount}', questions: 'أسئلة؟ {contact}',
    see: 'عرض الإيصال', otherwise: 'إذا لم يعمل الزر فافتح هذا العنوان:',
    closing: 'أُرسلت هذه الرسالة لأن ضيفًا طلب إرسال هذا الإيصال إلى هذا العنوان الذي لا يُستخدم لأي غرض آخر. يمكنك أيضًا عبر الرابط أن تخبرنا بأن هناك خطأ. إذا لم تشترِ شيئًا فتجاهل الرسالة.',
  },
  ko: {
    hello: '안녕하세요,', subject: '{host} 영수증: {total}', where: '{machine}, {address}. {at}. 거래 번호 {reference}.', more: '그 밖에 {count}개',
    total: '합계 {total}', tax: ', 포함된 세금 ({rate}) {amount}', hold: '승인 {held}, 청구 {charged}, 해제 {released}', refunded: '지금까지 환불: {amount}', questions: '문의: {contact}',
    see: '영수증 보기', otherwise: '버튼이 작동하지 않으면 이 주소를 열어 주세요:',
    closing: '이 주소로 영수증을 보내 달라는 요청이 있어 보내 드립니다. 주소는 다른 용도로 사용하지 않습니다. 링크에서 문제가 있었음을 알리실 수도 있습니다. 구매하신 적이 없다면 이 메일을 무시해 주세요.',
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
