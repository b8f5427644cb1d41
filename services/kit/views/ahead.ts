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

/** A row that is shown with more than it has. */
interface Shown {
  /** The position of the row it was made of. */
  base: Position;
  /** Facts of one stream that the row does not have yet; without a position while they are being written. */
  coming: { fact: AnyFact; position?: Position }[];
}

const keyOf = ({ account, id }: Key): string => `${account}\n${id}`;
const lackedBy = (row: Row, { coming }: Shown): Shown['coming'] => coming.filter(({ position }) => position === undefined || position > row.position);

/** What one view's rows are ahead of the log. */
export class Ahead {
  private readonly shown = new Map<string, Shown>();

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
        for (const row of told) for (const one of this.shown.get(keyOf(row))?.coming ?? []) if (facts.includes(one.fact)) one.position = position;
        // The view was faster than the answer, and kept silent about it.
        if (told.length > 0 && this.reached() >= position) void this.tellAgain(told);
      },
      takenBack: () => {
        for (const row of told) this.leave(keyOf(row), this.shown.get(keyOf(row))?.coming.filter(({ fact }) => !facts.includes(fact)) ?? []);
        void this.tellAgain(told);
      },
    };
  }

  /** Whether a row that these facts have changed, at `before` until then, is to be shown: not while more is shown already, nor when just that is. */
  permits(row: Row, before: Position, facts: readonly AnyFact[]): boolean {
    if (this.shown.size === 0) return true;
    const key = keyOf(row);
    const shown = this.shown.get(key);
    if (!shown) return true;
    const left = lackedBy(row, shown);
    const isShown = shown.base === before && shown.coming.length - left.length === facts.length;
    if (isShown) shown.base = row.position;
    this.leave(key, left);
    return left.length === 0 && !isShown;
  }

  private show(row: Row, facts: readonly AnyFact[], after: Position): boolean {
    const key = keyOf(row);
    const shown = this.shown.get(key);
    const before = shown ? lackedBy(row, shown) : [];
    const last = before.at(-1);
    if (last ? last.position !== after : row.position < after) return false;
    const coming = [...before, ...facts.map((fact) => ({ fact }))];
    this.shown.set(key, { base: row.position, coming });
    let { view } = row;
    for (const { fact } of coming) view = this.projection.apply(view, fact as Stored, row.id);
    this.tell({ ...row, view: view === undefined ? view : seal(view) });
    return true;
  }

  private async tellAgain(rows: readonly Row[]): Promise<void> {
    for (const row of await this.load(rows)) if (this.permits(row, '', [])) this.tell(row);
  }

  private leave(key: string, coming: Shown['coming']): void {
    const shown = this.shown.get(key);
    if (shown && coming.length > 0) shown.coming = coming;
    else this.shown.delete(key);
  }
}
