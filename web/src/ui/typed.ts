/** Whether there is something typed or chosen in a form or dialog that is open. Read from the page: forms need not tell. */

const touched = new Set<Element>();
const FORMS = 'form, [role="dialog"]';

const note = ({ target }: Event): void => {
  if (target instanceof Element && target.closest(FORMS)) touched.add(target);
};
document.addEventListener('input', note, true);
document.addEventListener('change', note, true);

/** Fields that are no longer there do not count, nor do forms that have been sent and closed. */
export function isTyped(): boolean {
  for (const element of touched) if (!element.isConnected) touched.delete(element);
  return touched.size > 0;
}
