/** Which rows are of one house, of very many rows with few addresses. */
import { houseKey } from '@larder/contracts/names.js';

/** As {@link houseKey}; what is written in one way is read once. */
export function houseKeys(): (address: string) => string {
  const known = new Map<string, string>();
  return (address) => {
    const key = known.get(address) ?? houseKey(address);
    known.set(address, key);
    return key;
  };
}
