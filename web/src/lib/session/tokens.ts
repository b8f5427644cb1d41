/** The tokens of the signed-in person, kept in local storage and so shared by all tabs. */
import { useSyncExternalStore } from 'react';

export interface Tokens {
  idToken: string;
  accessToken: string;
  refreshToken: string;
}
export interface TokenStore {
  read(name: keyof Tokens): string | null;
  /** Somebody signed in, or the sign-in was renewed. */
  store(tokens: Tokens): void;
  /** The server sent a fresher one. Ignored when `used` is no longer the token in use: somebody signed out or in meanwhile. */
  replaceIdToken(used: string, fresh: string): void;
  clear(): void;
}

const keys: Record<keyof Tokens, string> = { idToken: 'larder.idToken', accessToken: 'larder.accessToken', refreshToken: 'larder.refreshToken' };
const names = Object.keys(keys) as (keyof Tokens)[];
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

export const browserTokens: TokenStore = {
  read: (name) => localStorage.getItem(keys[name]),
  store(tokens) {
    for (const name of names) localStorage.setItem(keys[name], tokens[name]);
    tell();
  },
  replaceIdToken(used, fresh) {
    if (localStorage.getItem(keys.idToken) === used) localStorage.setItem(keys.idToken, fresh);
  },
  clear() {
    for (const name of names) localStorage.removeItem(keys[name]);
    tell();
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export const useSignedIn = (): boolean => useSyncExternalStore(subscribe, () => browserTokens.read('idToken') !== null);
