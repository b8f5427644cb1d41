/** Work on one thing done one after the other: for what is decided by a view and changes it, within one process. */

export class InTurn {
  private readonly turns = new Map<string, Promise<unknown>>();

  /** Begins `work` when all that was asked for about `what` before has ended, well or not. */
  do<T>(what: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.turns.get(what) ?? Promise.resolve()).then(work, work);
    this.turns.set(what, turn);
    const settled = (): void => void (this.turns.get(what) === turn && this.turns.delete(what));
    turn.then(settled, settled);
    return turn;
  }
}
