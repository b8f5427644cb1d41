/** A second factor: turned on, moved to another phone, turned off, lost; and the recovery codes that stand in for it. */
import { Inject, Injectable } from '@nestjs/common';
import { Secret } from 'otpauth';
import { troubled } from '@larder/contracts/identity.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { PEOPLE } from './membership-view.js';
import { organization } from './organization.js';
import { IDENTITY, People } from './people.js';
import type { PersonCommand } from './person.js';
import { newRecoveryCodes, printOf } from './secrets/recovery-codes.js';
import { Tokens, type Family } from './secrets/tokens.js';
import { VAULT, type Vault } from './secrets/vault.js';
import { SignIns } from './sign-ins.js';

@Injectable()
export class SecondFactors {
  constructor(private readonly kit: Kit, private readonly people: People, private readonly signIns: SignIns, private readonly tokens: Tokens, @Inject(VAULT) private readonly vault: Vault) {}

  /** A new secret for one-time passwords, base32; until it was proved the one before counts. `password`: where codes are asked for already. */
  async prepare(userId: string, password: string | undefined, asked: Asked): Promise<string | Refusal> {
    const objection = await this.objectionToWeakening(userId, password, asked);
    if (objection) return objection;
    const { base32 } = new Secret({ size: 20 });
    const done = await this.people.do(userId, { type: 'PrepareSecondFactor', secret: await this.vault.seal(IDENTITY, base32) }, causeOf(asked, PEOPLE));
    return isRefusal(done) ? done : base32;
  }

  /** From then on codes of the new secret are asked for, where codes are. */
  async prove(family: Family, code: string, asked: Asked): Promise<Refusal | undefined> {
    const proved = await this.signIns.knowsCode(family.userId, code, ({ preparedSecret }) => preparedSecret, asked);
    return isRefusal(proved) ? proved : this.change(family, { type: 'ProveSecondFactor', keeps: family.id }, asked);
  }

  /** `password`: to turn it off. */
  async set(family: Family, enabled: boolean, password: string | undefined, asked: Asked): Promise<Refusal | undefined> {
    if (!enabled && (await this.isDemandedOf(family.userId))) return troubled('Forbidden');
    const objection = enabled ? undefined : await this.objectionToWeakening(family.userId, password, asked);
    return objection ?? this.change(family, { type: 'SetSecondFactor', enabled, keeps: family.id }, asked);
  }

  /** Somebody else's, who has lost it: the password alone lets them in again, and nobody stays in who is in now. */
  async lift(userId: string, asked: Asked): Promise<Record<string, never> | Refusal> {
    const done = await this.people.do(userId, { type: 'SetSecondFactor', enabled: false, because: 'reset' }, causeOf(asked, PEOPLE));
    if (isRefusal(done)) return done;
    if (done.facts.length === 0) return refuse('CONFLICT', 'Two-step sign-in is not on.');
    await this.signIns.endAll(userId, asked);
    return {};
  }

  private async isDemandedOf(userId: string): Promise<boolean> {
    const { account } = (await this.people.membership(userId)) ?? {};
    return account !== undefined && (await this.kit.look(organization, account, account)).created?.requiresSecondFactor === true;
  }

  /** A screen that was left open must not be enough to take a second factor away, or to move it to another phone. */
  private async objectionToWeakening(userId: string, password: string | undefined, asked: Asked): Promise<Refusal | undefined> {
    if (!(await this.people.state(userId)).secondFactor?.isEnabled) return undefined;
    if (!password) return troubled('NotAuthorized', 'Please enter your password to change two-step sign-in.');
    const entered = await this.signIns.knowsPassword(userId, password, asked);
    return isRefusal(entered) ? entered : undefined;
  }

  /** Whoever signed in by the password alone has to come in anew once more than that is asked for. */
  private async change({ userId, id }: Family, command: Extract<PersonCommand, { type: 'ProveSecondFactor' | 'SetSecondFactor' }>, asked: Asked): Promise<Refusal | undefined> {
    const done = await this.people.do(userId, command, causeOf(asked, PEOPLE));
    if (isRefusal(done)) return done;
    if (done.facts.some(({ type, data }) => type === 'SecondFactorSet' && data.enabled)) await this.tokens.endAll(userId, { except: id });
    return undefined;
  }

  /** New ones, for whoever knows the password; the only time they are told. */
  async makeRecoveryCodes(userId: string, password: string, asked: Asked): Promise<string[] | Refusal> {
    const entered = await this.signIns.knowsPassword(userId, password, asked);
    if (isRefusal(entered)) return entered;
    const codes = newRecoveryCodes((bytes) => this.kit.chance.secret(bytes));
    // Other codes each time, so each time another command.
    const done = await this.people.do(userId, { type: 'MakeRecoveryCodes', prints: codes.map((code) => printOf(this.vault, userId, code)) }, { ...causeOf(asked, PEOPLE), commandId: this.kit.chance.uuid() });
    return isRefusal(done) ? done : codes;
  }
}
