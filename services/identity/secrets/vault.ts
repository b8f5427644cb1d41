/** The vault keeps what must not lie in the log: a key per person, and the keys that tokens are signed with. */

export interface SigningKey {
  kid: string;
  privatePem: string;
  /** ISO. */
  createdAt: string;
}

/** What it keeps is sealed with a master key that lies elsewhere. */
export interface Vault {
  /** Encrypts text for a person with that person's own key. Copies that make it at the same moment make one. */
  seal(person: string, text: string): Promise<string>;
  /** Undefined once the person was forgotten, by whichever copy. Rejects for what was sealed for somebody else or was changed. */
  open(person: string, sealed: string): Promise<string | undefined>;
  /** Drops the key: everything sealed for the person is unreadable from now on. */
  forget(person: string): Promise<void>;
  /** Whether it holds a key of anybody but `person`. */
  knowsOthersThan(person: string): Promise<boolean>;
  /** A keyed hash of something that must be found again but not read, such as an e-mail address. Stays the same for good, also when the master key is another one. */
  fingerprint(text: string): string;
  /** Keyed hashes of what is right for a while only, such as a code in a letter: by the master key in use, then by those beside it, so what was made before a rotation is right still. */
  marks(text: string): [string, ...string[]];
  /** Seals anew, with the master key in use, up to `most` of what the previous one has sealed; answers how much of it is left. Copies may do so at once, and it may be broken off. Undefined where no previous one is given. */
  sealAnew(most: number): Promise<number | undefined>;
  /** Oldest first. */
  signingKeys(): Promise<SigningKey[]>;
  /** Adds a key after the newest one, whose kid is `newest` (undefined: there is none). False when that is not so any more: another copy was faster. */
  addSigningKey(key: SigningKey, newest: string | undefined): Promise<boolean>;
  /** Public half stays known to whoever fetched it; the private half is gone. */
  dropSigningKey(kid: string): Promise<void>;
  close(): Promise<void>;
}

/** Injection token. */
export const VAULT = Symbol('vault');
