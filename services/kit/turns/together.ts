/** Who wants the same within one turn of the event loop gets one answer: nothing that was kept meanwhile could have been told to anybody yet. */
export class Together<V> {
  private readonly inThisTurn = new Map<string, V>();

  /** What was made for this key in this turn; what `make` makes where there is nothing yet. */
  one(key: string, make: () => V): V {
    const before = this.inThisTurn.get(key);
    if (before !== undefined) return before;
    if (this.inThisTurn.size === 0) setImmediate(() => this.inThisTurn.clear());
    const made = make();
    this.inThisTurn.set(key, made);
    return made;
  }
}
