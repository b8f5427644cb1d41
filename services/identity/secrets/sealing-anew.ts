/** While a previous master key is given: what it has sealed is sealed anew, a few at a time, beside all else that identity does. */
import { Inject, Injectable } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import { VAULT, type Vault } from './vault.js';

const AT_ONCE = 200;
const PAUSE_MS = 100;
/** A copy that has not been started anew yet may seal with the previous one still. */
const LOOK_AGAIN_MS = 60_000;

@Injectable()
export class SealingAnew {
  private stopped = false;
  private callOff = (): void => undefined;
  private working: Promise<void> = Promise.resolve();
  private wasLeft = true;

  constructor(private readonly kit: Kit, @Inject(VAULT) private readonly vault: Vault) {}

  /** Answers how to stop. */
  async begin(): Promise<() => Promise<void>> {
    await this.next();
    return async () => {
      this.stopped = true;
      this.callOff();
      await this.working;
    };
  }

  private async next(): Promise<void> {
    const left = await this.vault.sealAnew(AT_ONCE).catch((error: unknown) => {
      this.kit.surprise('sealing anew', error);
      return Number.NaN;
    });
    if (left === undefined) return;
    if (!Number.isNaN(left)) this.tell(left);
    if (this.stopped) return;
    this.callOff = this.kit.clock.after(left > 0 ? PAUSE_MS : LOOK_AGAIN_MS, () => void (this.working = this.next()));
  }

  private tell(left: number): void {
    this.kit.metrics.vaultLeft.set(left);
    if (left === 0 && this.wasLeft) this.kit.log.info('nothing is left in the vault that the previous master key has sealed');
    this.wasLeft = left > 0;
  }
}
