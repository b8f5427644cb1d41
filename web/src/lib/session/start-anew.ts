/** The page is of somebody who is no longer signed in here: it is loaded anew for whoever is, and sends nothing until then. */
let anew = false;

/** Once: a page that is asked again while it is being loaded begins from the start. */
export function startAnew(): void {
  if (anew) return;
  anew = true;
  location.reload();
}

export const startsAnew = (): boolean => anew;
