/** The languages of the guest's pages, by their codes (ISO 639-1). By themselves, for pages that load little. */
export const guestLanguages = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'pl', 'ro', 'da', 'sv', 'nb', 'he', 'ar', 'ja', 'ko', 'zh'] as const;
export type GuestLanguage = (typeof guestLanguages)[number];

/** Hebrew and Arabic. */
export const isFromRight = (language: string): boolean => language === 'he' || language === 'ar';
