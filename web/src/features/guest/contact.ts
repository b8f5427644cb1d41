/** Whom the host has named for questions: written to or called with one touch, where it is a single address or number. */
const ADDRESS = /^[^\s@?&]+@[^\s@?&]+$/;
const NUMBER = /^\+?[\d\s().-]{6,}$/;

/** The address of a link; undefined where there is nothing to write to or call. `about`: the subject of what is written, so that the host finds the visit. */
export function contactLink(contact: string, about: string): string | undefined {
  if (ADDRESS.test(contact)) return `mailto:${contact}?subject=${encodeURIComponent(about)}`;
  return NUMBER.test(contact) ? `tel:${contact.replace(/[^\d+]/g, '')}` : undefined;
}
