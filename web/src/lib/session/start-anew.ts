/** The page is of somebody who is no longer signed in here: it is loaded anew for whoever is, and sends nothing until then. */
let anew = false;

export function startAnew(): void {
  anew = true;
  location.reload();
}

export const startsAnew = (): boolean => anew;
