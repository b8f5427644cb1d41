/** Whether something is typed or chosen that has not been sent. Read from the page: forms need not tell. */

/** Controls, and what each held when somebody first came to it. One that is no longer there does not count: its form was sent, or closed. */
export class Entries {
  private readonly before = new Map<Element, string>();
  private readonly chosen = new Set<HTMLInputElement>();

  /** Somebody has come to a control. */
  come(target: EventTarget): void {
    for (const control of this.before.keys()) if (!control.isConnected) this.before.delete(control);
    const held = target instanceof Element ? heldBy(target) : undefined;
    if (held !== undefined && !this.before.has(target as Element)) this.before.set(target as Element, held);
  }

  /** Something was chosen: arrow keys choose a radio button and bring the focus at once. */
  choose(target: EventTarget): void {
    if (isChoice(target)) this.chosen.add(target);
  }

  /** What stands in a form is kept by now. */
  sent(form: Element): void {
    for (const control of this.before.keys()) if (form.contains(control)) this.before.set(control, heldBy(control) ?? '');
    for (const input of this.chosen) if (form.contains(input)) this.chosen.delete(input);
  }

  /** Whether a control holds something else than before. */
  areChanged(): boolean {
    return [...this.before].some(([control, was]) => control.isConnected && heldBy(control) !== was)
      || [...this.chosen].some((input) => input.isConnected && (input.type === 'file' ? input.value !== '' : input.checked !== input.defaultChecked));
  }
}

const isChoice = (target: EventTarget): target is HTMLInputElement => target instanceof HTMLInputElement && ['radio', 'checkbox', 'file'].includes(target.type);

/** As text; undefined for what takes no entry, or is a choice. */
function heldBy(control: Element): string | undefined {
  if (control.getAttribute('role') === 'switch') return control.getAttribute('aria-checked') ?? '';
  if (!(control instanceof HTMLTextAreaElement || control instanceof HTMLInputElement) || isChoice(control)) return undefined;
  return (control.closest('.ant-select')?.textContent ?? '') + control.value;
}

/** All of the page's. */
const entries = new Entries();
const isInForm = (target: EventTarget | null): target is Element => target instanceof Element && target.closest('form, [role="dialog"]') !== null;
document.addEventListener('focusin', ({ target }) => isInForm(target) && entries.come(target));
document.addEventListener('change', ({ target }) => isInForm(target) && entries.choose(target), true);

/** How many things are shown that go with the page. */
let shownOnce = 0;
/** What is shown once is lost with the page as what is typed is. Answers how to end that. */
export function noteShownOnce(): () => void {
  shownOnce += 1;
  return () => void (shownOnce -= 1);
}

/** In any form or dialog that is open. */
export const isTyped = (): boolean => shownOnce > 0 || entries.areChanged();

/** For a form that stays open when it has been sent: what stands in it is kept by now. */
export const noteSent = (form: Element): void => entries.sent(form);
