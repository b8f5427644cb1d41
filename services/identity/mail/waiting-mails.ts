/** E-mails for addresses of which nothing may be kept for long: what the mail server does not take now waits as a pass, sealed, for a day at most. */
import { Inject, Injectable } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import { MAILER, type Mail, type Mailer } from './mailer.js';
import { PASSES, type Passes } from '../secrets/passes.js';
import { VAULT, type Vault } from '../secrets/vault.js';

const KIND = 'waiting-mail';
const KEPT_MS = 86_400_000;
const AGAIN_MS = 60_000;
const AT_ONCE = 100;
/** Longer than the mail server is waited for. */
const CLAIMED_MS = 5 * 60_000;

@Injectable()
export class WaitingMails {
  constructor(private readonly kit: Kit, @Inject(PASSES) private readonly passes: Passes, @Inject(VAULT) private readonly vault: Vault, @Inject(MAILER) private readonly mailer: Mailer) {}

  async keep(mail: Mail): Promise<void> {
    const expiresAt = new Date(this.kit.clock.now().getTime() + KEPT_MS).toISOString();
    await this.passes.put({ kind: KIND, id: mail.id, owner: mail.person, group: '', content: await this.vault.seal(mail.person, JSON.stringify(mail)), expiresAt });
  }

  /** Tries what waits, once a minute; answers how to stop. */
  async begin(): Promise<() => Promise<void>> {
    let callOff = (): void => undefined;
    let trying: Promise<void> = Promise.resolve();
    let stopped = false;
    const next = (): void => {
      callOff = this.kit.clock.after(AGAIN_MS, () => {
        trying = this.tryAll().catch((error: unknown) => void this.kit.surprise('waiting mails', error)).then(() => (stopped ? undefined : next()));
      });
    };
    next();
    return async () => {
      stopped = true;
      callOff();
      await trying;
    };
  }

  private async tryAll(): Promise<void> {
    for (const { id } of await this.passes.newest(KIND, this.kit.clock.now().toISOString(), AT_ONCE)) await this.tryOne(id);
  }

  /** Copies that look at the same moment send it once: only one of them can claim it. What a copy that died had claimed is free again after five minutes. */
  private async tryOne(id: string): Promise<void> {
    const [now, claim] = [this.kit.clock.now(), this.kit.chance.uuid()];
    const since = new Date(now.getTime() - CLAIMED_MS).toISOString();
    if (!(await this.passes.try(`${KIND} ${id}`, claim, now.toISOString(), since, 1))) return;
    // It may be gone since it was listed.
    const waiting = await this.passes.get(KIND, id, now.toISOString());
    const open = waiting && (await this.vault.open(waiting.owner, waiting.content as string));
    try {
      if (open) await this.mailer.send(JSON.parse(open) as Mail);
    } catch (error) {
      this.kit.log.warn({ err: error }, 'the mail server still does not take an e-mail');
      return this.passes.forgive(claim);
    }
    await this.passes.remove(KIND, id);
  }
}
