/** Rows as they will be in a moment: what follows from facts that are kept is shown while it is being written itself. */
import type { AnyFact, Position, Stored as Kept } from '@larder/contracts/fact.js';
import type { AnyProjection } from './projection.js';
import type { Row } from '../rows/read-store.js';

type Stored = Kept<{ type: string; data: unknown }>;

/** Facts that were shown before they lie in the log. */
export interface Foretold {
  /** They lie there now, up to `position`. */
  landed(position: Position): void;
  /** They will not, or not as they were told. */
  takenBack(): void;
}

/** Facts of one stream that a row does not show yet; without a position while they are being written. */
interface Coming {
  fact: AnyFact;
  position?: Position;
}

type Key = Pick<Row, 'account' | 'id'>;

const keyOf = ({ account, id }: Key): string => `${account}\n${id}`;

/** What one view's rows are ahead of the log. */
export class Ahead {
  private readonly coming = new Map<string, Coming[]>();

  /** `load` answers rows as they are kept, `reached` up to where all of the log is in them; `tell` shows one. */
  constructor(private readonly projection: AnyProjection, private readonly load: (keys: readonly Key[]) => Promise<Row[]>, private readonly reached: () => Position, private readonly tell: (row: Row) => void) {}

  /**
   * Shows rows with facts of one stream in them that are about to be appended; the stream ends at `after` so far. Resolves when they are shown.
   * A row that lacks something of that stream is not: the view shows all of it in a moment.
   */
  async foretell(facts: readonly AnyFact[], after: Position): Promise<Foretold> {
    const keys = new Map(facts.flatMap((fact) => this.projection.rows(fact as Stored)).map((key) => [keyOf(key), key]));
    const told = (await this.load([...keys.values()])).filter((row) => this.show(row, facts, after));
    return {
      landed: (position) => {
        if (told.length === 0) return;
        this.change(told, (coming) => (facts.includes(coming.fact) ? { ...coming, position } : coming));
        // The view was faster than the answer, and kept silent about it.
        if (this.reached() >= position) void this.tellAgain(told);
      },
      takenBack: () => {
        this.change(told, (coming) => (facts.includes(coming.fact) ? undefined : coming));
        void this.tellAgain(told);
      },
    };
  }

  /** Whether a row that has changed may be shown: not while more is shown already. */
  permits(row: Row): boolean {
    if (this.coming.size === 0) return true;
    const left = this.lackedBy(row);
    this.keep(row, left);
    return left.length === 0;
  }

  private show(row: Row, facts: readonly AnyFact[], after: Position): boolean {
    const before = this.lackedBy(row);
    const last = before.at(-1);
    if (last ? last.position !== after : row.position < after) return false;
    const all = [...before, ...facts.map((fact): Coming => ({ fact }))];
    this.keep(row, all);
    this.tell({ ...row, view: all.reduce((view, { fact }) => this.projection.apply(view, fact as Stored, row.id), row.view) });
    return true;
  }

  private async tellAgain(rows: readonly Row[]): Promise<void> {
    for (const row of await this.load(rows)) if (this.permits(row)) this.tell(row);
  }

  private lackedBy = (row: Row): Coming[] => (this.coming.get(keyOf(row)) ?? []).filter(({ position }) => position === undefined || position > row.position);

  private change(rows: readonly Row[], changed: (coming: Coming) => Coming | undefined): void {
    for (const row of rows) this.keep(row, (this.coming.get(keyOf(row)) ?? []).flatMap((coming) => changed(coming) ?? []));
  }

  private keep(row: Row, coming: Coming[]): void {
    if (coming.length > 0) this.coming.set(keyOf(row), coming);
    else this.coming.delete(keyOf(row));
  }
}
