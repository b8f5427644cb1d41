/** Where the hosted sign-in keeps its codes, grants, sessions and tokens: among the passes, ending with the sign-in they belong to. */
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Clock } from '@larder/kit/time.js';
import type { Passes } from '../secrets/passes.js';
import { CLIENT_ID, GRACE_MS } from '../secrets/tokens.js';

/** What the provider keeps without an end ends after this. */
const LONGEST_S = 30 * 86_400;

export class HostedAdapter implements Adapter {
  private readonly kind: string;

  constructor(private readonly model: string, private readonly passes: Passes, private readonly clock: Clock) {
    this.kind = `oidc ${model}`;
  }

  private readonly now = (): string => this.clock.now().toISOString();

  async upsert(id: string, payload: AdapterPayload, expiresInS: number | undefined): Promise<void> {
    // The grant is the sign-in; a browser's session ends with the sign-in it led to.
    const group = payload.grantId ?? (this.model === 'Grant' ? id : payload.authorizations?.[CLIENT_ID]?.grantId) ?? '';
    const pass = { owner: payload.accountId ?? payload.result?.login?.accountId ?? '', group, expiresAt: new Date(this.clock.now().getTime() + (expiresInS ?? LONGEST_S) * 1000).toISOString() };
    await this.passes.put({ kind: this.kind, id, content: payload, ...pass });
    if (payload.uid) await this.passes.put({ kind: `${this.kind} by uid`, id: payload.uid, content: { id }, ...pass });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const pass = await this.passes.get(this.kind, id, this.now());
    if (!pass) return undefined;
    const payload = pass.content as AdapterPayload;
    // Two tabs renew at the same moment: the second one is no thief.
    const isUsed = pass.usedAt !== undefined && (this.model !== 'RefreshToken' || this.clock.now().getTime() - Date.parse(pass.usedAt) > GRACE_MS);
    return isUsed ? { ...payload, consumed: Math.floor(Date.parse(pass.usedAt as string) / 1000) } : payload;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const pass = await this.passes.get(`${this.kind} by uid`, uid, this.now());
    return pass && this.find((pass.content as { id: string }).id);
  }

  /** There is no sign-in on devices without a browser. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    await this.passes.use(this.kind, id, this.now());
  }

  destroy = (id: string): Promise<void> => this.passes.remove(this.kind, id);

  revokeByGrantId = (grantId: string): Promise<void> => this.passes.removeGroup(grantId);
}
