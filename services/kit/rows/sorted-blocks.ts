/** A sorted list that stays quick at a million items: blocks of at most a thousand, found by binary search, so an insertion moves one block only. */

const FULL = 1_024;
/** When more than this part of the list is new, sorting it all is quicker than finding each item's place. */
const MANY = 1 / 32;

export class SortedBlocks<T> {
  private blocks: T[][] = [];
  /** Items that were added and not put in their places yet: filling a list that nobody reads costs nothing but the memory. */
  private added: T[] = [];

  /** @param compare never 0 for two different items */
  constructor(private readonly compare: (a: T, b: T) => number) {}

  add(item: T): void {
    this.added.push(item);
  }

  /** Does nothing when the item is not there. */
  remove(item: T): void {
    this.settle();
    const { number, block, index } = this.placeOf(item);
    if (block[index] !== item) return;
    block.splice(index, 1);
    if (block.length === 0) this.blocks.splice(number, 1);
  }

  /** How many items stand before the place where `isBefore` turns false. */
  rank(isBefore: (item: T) => boolean): number {
    this.settle();
    const number = firstAtOrAfter(this.blocks, (block) => isBefore(block.at(-1) as T));
    let rank = 0;
    for (let n = 0; n < number; n++) rank += (this.blocks[n] as T[]).length;
    const block = this.blocks[number];
    return block ? rank + firstAtOrAfter(block, isBefore) : rank;
  }

  /** The items from rank `from` to before rank `to`, in order. */
  slice(from: number, to: number): T[] {
    this.settle();
    const items: T[] = [];
    let rank = 0;
    for (const block of this.blocks) {
      if (rank >= to) break;
      const end = Math.min(to - rank, block.length);
      for (let n = Math.max(from - rank, 0); n < end; n++) items.push(block[n] as T);
      rank += block.length;
    }
    return items;
  }

  /** Puts what was added in its place; who reads does it first. */
  settle(): void {
    if (this.added.length === 0) return;
    const { added } = this;
    this.added = [];
    if (added.length < this.blocks.length * FULL * MANY) for (const item of added) this.insert(item);
    else this.sortAll(added);
  }

  private insert(item: T): void {
    const { number, block, index } = this.placeOf(item);
    block.splice(index, 0, item);
    if (block.length > FULL) this.blocks.splice(number + 1, 0, block.splice(FULL / 2));
  }

  private sortAll(added: T[]): void {
    const items = this.blocks.flat().concat(added).sort(this.compare);
    this.blocks = [];
    for (let from = 0; from < items.length; from += FULL / 2) this.blocks.push(items.slice(from, from + FULL / 2));
  }

  /** Where an item is, or would be. */
  private placeOf(item: T): { number: number; block: T[]; index: number } {
    const found = firstAtOrAfter(this.blocks, (block) => this.compare(block.at(-1) as T, item) < 0);
    const number = Math.max(0, Math.min(found, this.blocks.length - 1));
    const block = this.blocks[number] ?? [];
    return { number, block, index: firstAtOrAfter(block, (other) => this.compare(other, item) < 0) };
  }
}

/** The index of the first item for which `isBefore` is false; it must be true for all that stand before and false for all behind. */
function firstAtOrAfter<T>(items: readonly T[], isBefore: (item: T) => boolean): number {
  let from = 0;
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isBefore(items[middle] as T)) from = middle + 1;
    else to = middle;
  }
  return from;
}
