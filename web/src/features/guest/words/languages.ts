/** The languages of the guest's pages, each by its own name. */
import type { GuestLanguage } from '@larder/contracts/vending/guest-languages.js';

export const languages: Record<GuestLanguage, string> = {
  en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', it: 'Italiano', nl: 'Nederlands', pt: 'Português', pl: 'Polski', ro: 'Română',
  da: 'Dansk', sv: 'Svenska', nb: 'Norsk', he: 'עברית', ar: 'العربية', ja: '日本語', ko: '한국어', zh: '中文',
};

const otherCodes = new Map([['no', 'nb'], ['nn', 'nb'], ['iw', 'he']]);

/** What we speak of a language by its tag (BCP 47), if we do. */
export function languageOf(tag: string): GuestLanguage | undefined {
  const [code = ''] = tag.toLowerCase().split('-');
  const known = otherCodes.get(code) ?? code;
  return (Object.keys(languages) as GuestLanguage[]).find((one) => one === known);
}
