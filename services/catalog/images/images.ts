/** Where pictures are kept; and how to tell what kind of picture some bytes are. */
export type ImageKind = 'png' | 'jpg' | 'webp';

/** Pictures by name, `<sha256>.<ext>`: what is stored under a name never changes. Rejects names that are none. */
export interface Images {
  /** Resolves when it is kept for good; keeping the same again is harmless. */
  keep(name: string, bytes: Buffer): Promise<void>;
  /** Undefined when there is none of that name. */
  find(name: string): Promise<Buffer | undefined>;
  close(): Promise<void>;
}
export const IMAGES = Symbol('Images');

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');

/** By the bytes every such file begins with, whatever it is called; undefined for anything else. */
export function kindOfImage(bytes: Buffer): ImageKind | undefined {
  if (bytes.subarray(0, 8).equals(PNG)) return 'png';
  if (bytes.subarray(0, 3).equals(JPEG)) return 'jpg';
  return bytes.length > 16 && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined;
}
