/** A ref for what is said in a dialog or drawer that scrolls: the button that led to it may lie a screen further down. */
export function intoSight(said: { nativeElement: HTMLElement } | null): void {
  if (said?.nativeElement.closest('[role="dialog"]')) said.nativeElement.scrollIntoView({ block: 'nearest' });
}
