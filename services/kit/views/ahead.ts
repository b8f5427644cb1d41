/** Rows as they will be in a moment: what follows from facts that are kept is shown while it is being written itself. */
import type { AnyFact, Position, Stored as Kept } from '@larder/contracts/fact.js';
import type { AnyProjection } from './projection.js';
import type { Row } from '../rows/read-store.js';
import { seal } from '../seal.js';

type Stored = Kept<{ type: string; data: unknown }>;
type Key = Pick<Row, 'account' | 'id'>;

/** Facts that were shown before they lie in the log. */
export interface Foretold {
  /** They lie there now, up to `position`. */
  landed(position: Position): void;
  /** They will not, or not as they were told. */
  takenBack(): void;
}

/** A fact of one stream that a row is shown with and does not have yet; without a position while it is being written. */
interface Coming {
  fact: AnyFact;
  position?: Position;
}

const keyOf = ({ account, id }: Key): string => `${account}\n${id}`;
const lackedBy = (row: Row, coming: readonly Coming[]): Coming[] => coming.filter(({ position }) => position === undefined || position > row.position);

/** What one view's rows are ahead of the log. */
export class Ahead {
  private readonly coming = new Map<string, readonly Coming[]>();

  /** `load` answers rows as they are kept, `reached` up to where all of the log is in them; `tell` shows one. */
  constructor(private readonly projection: AnyProjection, private readonly load: (keys: readonly Key[]) => Promise<Row[]>, private readonly reached: () => Position, private readonly tell: (row: Row) => void) {}

  /**
   * Shows rows with facts of one stream in them that are about to be appended; the stream ends at `after` so far. Resolves when they are shown.
   * A row that lacks something of that stream is not: the view shows all of it in a moment.
   */
  async foretell(facts: readonly AnyFact[], after: Position): Promise<Foretold> {
    const keys = new Map<string, Key>();
    for (const fact of facts) for (const key of this.projection.rows(fact as Stored)) keys.set(keyOf(key), key);
    const told = (await this.load([...keys.values()])).filter((row) => this.show(row, facts, after));
    return {
      landed: (position) => {
        for (const row of told) for (const one of this.coming.get(keyOf(row)) ?? []) if (facts.includes(one.fact)) one.position = position;
        // The view was faster than the answer, and kept silent about it.
        if (told.length > 0 && this.reached() >= position) this.tellAgain(told);
      },
      takenBack: () => {
        for (const row of told) this.leave(keyOf(row), this.coming.get(keyOf(row))?.filter(({ fact }) => !facts.includes(fact)) ?? []);
        this.tellAgain(told);
      },
    };
  }

  /** Whether a row that has changed is to be told: not while more is shown already. What was shown is told once more, for screens that have begun to listen meanwhile. */
  permits(row: Row): boolean {
    const coming = this.coming.size > 0 ? this.coming.get(keyOf(row)) : undefined;
    if (!coming) return true;
    const left = lackedBy(row, coming);
    this.leave(keyOf(row), left);
    return left.length === 0;
  }

  private show(row: Row, facts: readonly AnyFact[], after: Position): boolean {
    const key = keyOf(row);
    const before = lackedBy(row, this.coming.get(key) ?? []);
    const last = before.at(-1);
    if (last ? last.position !== after : row.position < after) return false;
    const coming = [...before, ...facts.map((fact): Coming => ({ fact }))];
    let { view } = row;
    for (const { fact } of coming) view = this.projection.apply(view, fact as Stored, row.id);
    if (view !== undefined) seal(view);
    this.coming.set(key, coming);
    this.tell({ ...row, view });
    return true;
  }

  /** Whoever looks again finds what is so, also when it cannot be read now. */
  private tellAgain(rows: readonly Row[]): void {
    this.load(rows).then((now) => now.filter((row) => this.permits(row)).forEach((row) => this.tell(row)), () => undefined);
  }

  private leave(key: string, coming: readonly Coming[]): void {
    if (coming.length > 0) this.coming.set(key, coming);
    else this.coming.delete(key);
  }
}
