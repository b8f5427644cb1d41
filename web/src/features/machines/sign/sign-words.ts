/** What the sign at a machine says to guests, and the address that its code and its tag lead to. */
import type { GuestLanguage } from '@larder/contracts/vending/guest-languages.js';
import { guestPaths } from '../../../lib/guest-paths.js';

/** The first tag of a machine; others count on, up to 999. The machine is named beside it, because another one's id may begin like this one's. */
export const tagAddress = (origin: string, machineId: string): string => origin + guestPaths.start({ nfcSessionId: `${machineId}-001`, machineId });

/** An address that leads nowhere on a guest's phone. */
export const isOnlyHere = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** To begin, to take, to pay. */
export const steps: Record<GuestLanguage, readonly [string, string, string]> = {
  en: ['Hold your phone to the tag, or scan this code.', 'Open the door and take what you like. Prices are on your phone.', 'Close the door. You pay on your phone, only for what you took.'],
  de: ['Halten Sie Ihr Telefon an die Plakette oder scannen Sie diesen Code.', 'Öffnen Sie die Tür und nehmen Sie, was Sie möchten. Die Preise stehen auf Ihrem Telefon.', 'Schließen Sie die Tür. Sie bezahlen auf Ihrem Telefon, nur was Sie genommen haben.'],
  es: ['Acerque el teléfono a la etiqueta o escanee este código.', 'Abra la puerta y tome lo que quiera. Los precios están en su teléfono.', 'Cierre la puerta. Paga en su teléfono, solo lo que ha tomado.'],
  fr: ['Approchez votre téléphone de la pastille ou scannez ce code.', 'Ouvrez la porte et prenez ce qui vous plaît. Les prix sont sur votre téléphone.', 'Fermez la porte. Vous payez sur votre téléphone, uniquement ce que vous avez pris.'],
  it: ['Avvicina il telefono al tag o scansiona questo codice.', 'Apri lo sportello e prendi quello che vuoi. I prezzi sono sul tuo telefono.', 'Chiudi lo sportello. Paghi con il telefono, solo quello che hai preso.'],
  nl: ['Houd je telefoon tegen de tag of scan deze code.', 'Open de deur en pak wat je wilt. De prijzen staan op je telefoon.', 'Doe de deur dicht. Je betaalt met je telefoon, alleen wat je hebt gepakt.'],
  pt: ['Aproxime o celular da etiqueta ou escaneie este código.', 'Abra a porta e pegue o que quiser. Os preços estão no seu celular.', 'Feche a porta. Você paga pelo celular, só o que pegou.'],
  pl: ['Przyłóż telefon do znacznika lub zeskanuj ten kod.', 'Otwórz drzwiczki i weź, co chcesz. Ceny są w telefonie.', 'Zamknij drzwiczki. Płacisz telefonem, tylko za to, co zabierasz.'],
  ro: ['Apropiați telefonul de etichetă sau scanați acest cod.', 'Deschideți ușa și luați ce doriți. Prețurile sunt pe telefon.', 'Închideți ușa. Plătiți pe telefon, doar ce ați luat.'],
  da: ['Hold telefonen mod mærket, eller scan denne kode.', 'Åbn lågen, og tag, hvad du har lyst til. Priserne er på din telefon.', 'Luk lågen. Du betaler på telefonen, kun for det, du har taget.'],
  sv: ['Håll telefonen mot märket eller skanna den här koden.', 'Öppna luckan och ta det du vill ha. Priserna finns i telefonen.', 'Stäng luckan. Du betalar i telefonen, bara för det du har tagit.'],
  nb: ['Hold telefonen mot merket, eller skann denne koden.', 'Åpne døren og ta det du vil ha. Prisene er på telefonen.', 'Lukk døren. Du betaler på telefonen, bare for det du har tatt.'],
  he: ['הצמידו את הטלפון לתג או סרקו את הקוד.', 'פתחו את הדלת וקחו מה שתרצו. המחירים בטלפון.', 'סגרו את הדלת. משלמים בטלפון, רק על מה שלקחתם.'],
  ar: ['قرّب هاتفك من العلامة أو امسح هذا الرمز.', 'افتح الباب وخذ ما تشاء. الأسعار على هاتفك.', 'أغلق الباب. تدفع على هاتفك ثمن ما أخذته فقط.'],
  ja: ['スマートフォンをタグにかざすか、このコードを読み取ってください。', '扉を開けてお好きな商品をお取りください。価格はスマートフォンに表示されます。', '扉を閉めてください。お支払いはスマートフォンで、取った商品の分だけです。'],
  ko: ['휴대폰을 태그에 대거나 이 코드를 스캔해 주세요.', '문을 열고 원하는 상품을 꺼내 주세요. 가격은 휴대폰에 표시됩니다.', '문을 닫아 주세요. 꺼낸 상품만 휴대폰으로 결제합니다.'],
  zh: ['将手机靠近标签，或扫描此码。', '打开门，取走您喜欢的商品。价格显示在手机上。', '关上门，用手机付款，只付您取走的商品。'],
};
