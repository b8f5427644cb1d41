/** Issues, lists and revokes API keys, and says whose program calls with one. */
import { Controller, Inject } from '@nestjs/common';
import { issueApiKey, listApiKeys, programOf, revokeApiKey, type ApiKey } from '@larder/contracts/identity/api-keys.js';
import { planAllows } from '@larder/contracts/identity/plans.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Answers, needsPlan } from '@larder/kit/bus/nest-bus.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Remembered } from '@larder/kit/commands/remembered.js';
import { hashOfKey, keyBehind, namedBy, secretOf, type IssuedKey } from './api-keys.js';
import { standingOf } from './billing/standing-of.js';
import { People } from './people.js';
import { personOf } from './person-of.js';
import { PASSES, type Passes } from './secrets/passes.js';
import { VAULT, type Vault } from './secrets/vault.js';
import { Teams } from './teams.js';

const DAY_MS = 86_400_000;
/** A pass says when a key was used last; losing it harms nothing. */
const USED = 'api-key-used';
const USED_EVERY_MS = 600_000;
const USED_KNOWN_DAYS = 365;
const RANDOM_BYTES = 32;

@Controller()
export class ApiKeysController {
  /** When the last use of each was noted, in milliseconds. */
  private readonly noted = new Remembered<number>(5_000);

  constructor(private readonly kit: Kit, private readonly teams: Teams, private readonly people: People, @Inject(PASSES) private readonly passes: Passes, @Inject(VAULT) private readonly vault: Vault) {}

  @Answers(listApiKeys)
  async list(_: In<typeof listApiKeys>, asked: Asked): Promise<Out<typeof listApiKeys>> {
    const { apiKeys, members } = await this.teams.state(accountOf(asked));
    const there = Object.values(apiKeys).filter(({ isRevoked }) => !isRevoked).sort((a, b) => (a.issuedAt < b.issuedAt ? 1 : -1));
    return { keys: await Promise.all(there.map((key) => this.shown(key, members))) };
  }

  @Answers(issueApiKey)
  async issue({ name, role, days }: In<typeof issueApiKey>, asked: Asked): Promise<Out<typeof issueApiKey> | Refusal> {
    const account = accountOf(asked);
    const now = this.kit.clock.now();
    const keyId = this.vault.fingerprint(`api key ${asked.commandId}`).slice(0, 16);
    const secret = secretOf(account, keyId, this.kit.chance.secret(RANDOM_BYTES));
    const hash = hashOfKey(secret);
    const key = { keyId, name, role, hash, issuedBy: personOf(asked), issuedAt: now.toISOString(), ...(days !== undefined && { expiresAt: new Date(now.getTime() + days * DAY_MS).toISOString() }) };
    const done = await this.teams.do(account, { type: 'IssueKey', key, now: now.toISOString() }, causeOf(asked, account));
    if (isRefusal(done)) return done;
    const issued = done.state.apiKeys[keyId];
    // Asked again, because the first answer was lost on its way: that one's secret is known to nobody.
    if (issued?.hash !== hash) return refuse('CONFLICT', 'This key was issued already, and is shown once only. Revoke it and issue another one.');
    return { key: await this.shown(issued, done.state.members), secret };
  }

  @Answers(revokeApiKey)
  async revoke({ keyId }: In<typeof revokeApiKey>, asked: Asked): Promise<Out<typeof revokeApiKey> | Refusal> {
    const account = accountOf(asked);
    const done = await this.teams.do(account, { type: 'RevokeKey', keyId }, causeOf(asked, account));
    return isRefusal(done) ? done : {};
  }

  @Answers(programOf)
  async program({ secret }: In<typeof programOf>): Promise<Out<typeof programOf> | Refusal> {
    const named = namedBy(secret);
    const now = this.kit.clock.now();
    const key = named && keyBehind(secret, named.keyId, (await this.teams.state(named.account)).apiKeys, now.toISOString());
    if (!key) return refuse('SIGN_IN_REQUIRED', 'This API key is not good, or not any more. An admin of the organization can issue another one.');
    const { keyId, accountId: account, role } = key;
    const { plan } = await standingOf(this.kit, account);
    if (!planAllows(plan.id, issueApiKey.feature)) return needsPlan(issueApiKey.feature);
    this.noteUse(keyId, now.getTime());
    return { keyId, account, role, plan: plan.id };
  }

  /** Nobody waits for it: it is for people to see which keys are not used any more. */
  private noteUse(keyId: string, now: number): void {
    if (now - (this.noted.get(keyId) ?? 0) < USED_EVERY_MS) return;
    this.noted.set(keyId, now);
    const pass = { kind: USED, id: keyId, owner: '', group: '', content: { at: new Date(now).toISOString() }, expiresAt: new Date(now + USED_KNOWN_DAYS * DAY_MS).toISOString() };
    this.passes.put(pass).catch((error: unknown) => this.kit.surprise(USED, error));
  }

  private async shown({ keyId, name, role, issuedBy, issuedAt, expiresAt }: IssuedKey, members: Readonly<Record<string, unknown>>): Promise<ApiKey> {
    const [person, used] = await Promise.all([Object.hasOwn(members, issuedBy) ? this.people.show(issuedBy) : undefined, this.passes.get(USED, keyId, this.kit.clock.now().toISOString())]);
    const { firstName = '', lastName = '', email = '' } = person ?? {};
    const lastUsedAt = (used?.content as { at?: string } | undefined)?.at;
    return { keyId, name, role, issuedBy: `${firstName} ${lastName}`.trim() || email, issuedAt, ...(expiresAt && { expiresAt }), ...(lastUsedAt && { lastUsedAt }) };
  }
}
