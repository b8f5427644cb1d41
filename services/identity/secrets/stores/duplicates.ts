/** Several copies that insert the same document: MongoDB lets one of them. */
const DUPLICATE_KEY = 11000;

export const isDuplicate = (error: unknown): boolean => (error as { code?: unknown }).code === DUPLICATE_KEY;

/** Repeats an update-or-insert that another copy's insertion came between: now there is something to update. */
export async function upserting<T>(write: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
}
