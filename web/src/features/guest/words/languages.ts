/** The languages of the guest's pages, each by its own name. */
import type { GuestLanguage } from '@larder/contracts/guest-sentences.js';

export const languages: Record<GuestLanguage, string> = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', it: 'Italiano', nl: 'Nederlands', pt: 'Português', ja: '日本語', zh: '中文' };
