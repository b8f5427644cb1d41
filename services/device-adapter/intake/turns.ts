/** The turns of machines: what one machine says is dealt with one after the other, and what waits meanwhile is dealt with together. */

export class Turns<Message> {
  private readonly lines = new Map<string, { message: Message; done(): void }[]>();

  /**
   * @param most messages that are dealt with together
   * @param deal given what waits of one machine, in order; must not reject
   */
  constructor(private readonly most: number, private readonly deal: (machineId: string, messages: readonly Message[]) => Promise<void>) {}

  /** How many messages of this machine wait, those under way included. */
  waitingOf = (machineId: string): number => this.lines.get(machineId)?.length ?? 0;

  /** Resolves when the message has been dealt with. */
  take(machineId: string, message: Message): Promise<void> {
    return new Promise((done) => {
      const line = this.lines.get(machineId);
      if (line) return void line.push({ message, done });
      const begun = [{ message, done }];
      this.lines.set(machineId, begun);
      void this.serve(machineId, begun);
    });
  }

  private async serve(machineId: string, line: { message: Message; done(): void }[]): Promise<void> {
    while (line.length > 0) {
      const together = line.slice(0, this.most);
      await this.deal(machineId, together.map(({ message }) => message));
      line.splice(0, together.length);
      for (const { done } of together) done();
    }
    this.lines.delete(machineId);
  }
}
