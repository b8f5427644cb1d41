/** The languages of the guest's pages, by their codes (ISO 639-1), each by its own name. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', it: 'Italiano', nl: 'Nederlands', pt: 'Português', ja: '日本語', zh: '中文' };
export type Language = keyof typeof languages;
