/** The tokens of the signed-in person, kept in local storage and so shared by all tabs. */
import type { SignInWay } from '@larder/contracts/identity.js';
import { useSyncExternalStore } from 'react';
import { lasting } from '../storage.js';

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
interface BrowserTokens extends TokenStore {
  /** {@link TokenStore.store} for somebody who has just signed in, and how they did. */
  begin(tokens: Tokens, way: SignInWay): void;
  /** How the person signed in, which is also how the tokens are renewed. Undefined for our own API. */
  way(): SignInWay | undefined;
}

const keys: Record<keyof Tokens, string> = { idToken: 'larder.idToken', accessToken: 'larder.accessToken', refreshToken: 'larder.refreshToken' };
const names = Object.keys(keys) as (keyof Tokens)[];
const WAY = 'larder.signInWay';
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

export const browserTokens: BrowserTokens = {
  read: (name) => lasting.getItem(keys[name]),
  store(tokens) {
    for (const name of names) lasting.setItem(keys[name], tokens[name]);
    tell();
  },
  begin(tokens, way) {
    lasting.setItem(WAY, JSON.stringify(way));
    browserTokens.store(tokens);
  },
  way() {
    try {
      return JSON.parse(lasting.getItem(WAY) ?? '') as SignInWay;
    } catch {
      return undefined;
    }
  },
  replaceIdToken(used, fresh) {
    if (lasting.getItem(keys.idToken) !== used) return;
    lasting.setItem(keys.idToken, fresh);
    tell();
  },
  clear() {
    for (const key of [...Object.values(keys), WAY]) lasting.removeItem(key);
    tell();
  },
};

/** A page that was asleep has not heard what other tabs did: has all listeners look again. */
export const lookAtTokens = (): void => tell();

/** Calls `listener` whenever the tokens may have changed, in this tab or another. Answers how to stop. */
export function onTokens(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export const useSignedIn = (): boolean => useSyncExternalStore(onTokens, () => browserTokens.read('idToken') !== null, () => false);
