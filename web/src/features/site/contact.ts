/** How to reach us. */
export const SUPPORT = 'support@larder.example';

export const mailTo = (subject?: string): string => `mailto:${SUPPORT}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`;
