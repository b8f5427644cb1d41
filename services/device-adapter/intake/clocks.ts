/** How far the clocks of machines are ahead of ours, by their last heartbeats. */
export class Clocks {
  private readonly aheadMs = new Map<string, number>();

  /** @param now in milliseconds */
  constructor(private readonly now: () => number) {}

  /** A heartbeat says what time it is there, 0 where that is not known. Answers how many seconds that is ahead, where it is. */
  hear(machineId: string, at: number): number | undefined {
    // One that does not know the time now, as after a start, dated what it kept while it knew.
    const aheadMs = at > 0 ? at - this.now() : 0;
    this.aheadMs.set(machineId, aheadMs);
    return at > 0 ? Math.round(aheadMs / 1000) : undefined;
  }

  /** It has connected anew, and may have been set since. */
  forget = (machineId: string): boolean => this.aheadMs.delete(machineId);

  /** In milliseconds; undefined before its first heartbeat. */
  of = (machineId: string): number | undefined => this.aheadMs.get(machineId);
}
