/** Money in the language that is shown. It is written as in English wherever it is written, by the pages and by the server, as the sentences around it are. */
import { currencies } from '@larder/contracts/currencies.js';
import { isFromRight } from '@larder/contracts/vending/guest-languages.js';
import { formatAmount } from '../../../lib/money-and-time.js';

const inEnglish = /^(-?)(\D+)(\d[\d,]*\.\d\d)$/;
let currencyOf: Map<string, string> | undefined;

/** `€2.50` → `2,50 €`; nothing where this is no money. Where one reads from the right it stands apart from what is around it (the isolates of Unicode's bidirectional algorithm), or its sign would go elsewhere. */
export function amountIn(language: string, text: string): string | undefined {
  const [, minus = '', sign, digits = ''] = inEnglish.exec(text) ?? [];
  if (sign === undefined) return undefined;
  currencyOf ??= new Map(currencies.map((code) => [inEnglish.exec(formatAmount(0, code))?.[2] ?? '', code]));
  const currency = currencyOf.get(sign);
  const amount = currency && new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(minus + digits.replaceAll(',', '')));
  return amount && isFromRight(language) ? `\u2068${amount}\u2069` : amount;
}
