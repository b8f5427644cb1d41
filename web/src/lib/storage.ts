/** What is kept in the browser; where that lets nobody keep anything, as with all cookies blocked, in this page as long as it is open. */

function inThisPage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (n) => [...kept.keys()][n] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

/** Asking for it alone throws where it is not allowed. */
function allowed(ask: () => Storage): Storage {
  try {
    return ask();
  } catch {
    return inThisPage();
  }
}

/** Shared by all tabs, until it is removed. */
export const lasting = allowed(() => localStorage);
/** Of this tab. */
export const ofThisTab = allowed(() => sessionStorage);
