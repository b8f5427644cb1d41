/** What a machine that is being set up asks: who it is, by the code it was given. */
import { Controller, Inject } from '@nestjs/common';
import { issueCredential } from '@larder/contracts/device.js';
import { accountSettings } from '@larder/contracts/identity/organization.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import { claimSetup, type ClaimedSetup } from '@larder/contracts/fleet/setup.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import type { Cause } from '@larder/kit/commands/handle.js';
import { networkOf } from '@larder/kit/http/network.js';
import { Kit } from '@larder/kit/kit.js';
import { machine } from '../machine.js';
import { machineView } from '../machine-view.js';
import { hashOfCode, isSameHash, lettersOf } from './claim-code.js';
import { ClaimTries } from './claim-tries.js';
import { setup, setupStream, type Profile } from './setup.js';
import { CODES, codeView, setupView, type GoodCode } from './setup-view.js';
import { WIFI_KEYS, type WifiKeys } from './wifi-keys.js';

const NO_SUCH_CODE = refuse('NOT_FOUND', 'This claim code is not valid. It is good once and for a day: ask for a new one where it was shown.');

/** What the one who claims is told. */
interface Secrets {
  wifi: ClaimedSetup['wifi'];
  secret: string;
}

@Controller()
export class ClaimsController {
  private readonly tries = new ClaimTries();

  constructor(private readonly kit: Kit, @Inject(WIFI_KEYS) private readonly keys: WifiKeys) {}

  @Answers(claimSetup)
  async claim({ claimCode }: In<typeof claimSetup>, asked: Asked): Promise<ClaimedSetup | Refusal> {
    const address = networkOf(asked.from?.address ?? '');
    const nowMs = this.kit.clock.now().getTime();
    const wait = this.tries.waitOf(address, nowMs);
    if (wait > 0) return refuse('TOO_MANY_REQUESTS', 'Too many wrong codes. Please try again later.', { retryAfterSeconds: wait });
    const codeHash = hashOfCode(claimCode);
    const known = await this.kit.views.get<GoodCode>(codeView, CODES, codeHash);
    // An unknown code goes the same way: down to the comparison nothing tells them apart.
    const { open } = await this.kit.look(setup, known ? setupStream(known.account, known.machineId) : 'nobody', known?.account);
    const isRight = isSameHash(codeHash, open?.codeHash) && open !== undefined && Date.parse(open.expiresAt) > nowMs;
    const secret = open && isRight && (await this.keys.secretOf(open.setupId, lettersOf(claimCode)));
    const wifi = open && secret && (await this.keys.open(open.setupId, open.wifi));
    if (!known || !open || !secret || !wifi) {
      this.tries.note(address, nowMs);
      return NO_SUCH_CODE;
    }
    return this.handOver(open, { wifi, secret }, known.account, asked);
  }

  /** Claimed last: what breaks off before keeps its code, and the same machine may ask again. Of those who claim at once, one is answered; as all have the same secret, the others do not take its credential away. */
  private async handOver(profile: Profile, { wifi, secret }: Secrets, account: string, asked: Asked): Promise<ClaimedSetup | Refusal> {
    const { setupId, machineId, codeHash } = profile;
    const cause: Cause = { commandId: `setup:${setupId}`, account, actor: `device:${machineId}`, correlationId: `setup ${setupId}` };
    const step = (type: 'BeginClaim' | 'ClaimProfile') => this.kit.handle(setup, setupStream(account, machineId), { type, codeHash, now: this.kit.clock.now().toISOString() }, { ...cause, commandId: type === 'BeginClaim' ? `${asked.commandId}:begin` : asked.commandId });
    if (isRefusal(await step('BeginClaim'))) return NO_SUCH_CODE;
    const unregistered = await this.register(profile, asked, cause);
    if (unregistered) return unregistered;
    // Issued again each time: an operator may have given it another one since the last try.
    const issuing = { caller: { kind: 'service' as const, name: 'fleet' }, commandId: `${cause.commandId}:${asked.commandId}`, correlationId: cause.correlationId };
    const issued = await this.kit.ask(issueCredential, { machineId, account, secret }, issuing);
    if (isRefusal(issued)) return issued;
    const done = await step('ClaimProfile');
    if (isRefusal(done) || done.facts.length === 0) return NO_SUCH_CODE;
    // The machine's only chance must not hang on what follows. The reaction to that fact destroys the key, too, until it is done.
    await this.clearUp(setupId, done.position).catch((error: unknown) => this.kit.surprise('setup', error));
    return { machineId, name: profile.name, mqtt: { ...issued.broker, username: machineId, password: secret }, wifi };
  }

  private async clearUp(setupId: string, position: string): Promise<void> {
    await this.keys.destroy(setupId);
    await Promise.all([this.kit.views.reached(setupView, position), this.kit.views.reached(codeView, position)]);
  }

  private async register({ machineId, name, address, floor, coordinates, timeZone, isResetup }: Profile, asked: Asked, cause: Cause): Promise<Refusal | undefined> {
    const { registered } = await this.kit.look(machine, machineId, cause.account);
    if (isResetup) return registered ? undefined : refuse('NOT_FOUND', 'Machine not found');
    if (registered) return undefined; // by hand meanwhile, or by a claim that was broken off
    // Not the profile's: what it was when that was made may have been changed meanwhile, as long as there was no machine.
    const settings = await this.kit.ask(accountSettings, { account: cause.account }, { ...asked, caller: { kind: 'service', name: 'fleet' } });
    if (isRefusal(settings)) return settings;
    const { currency } = settings;
    // Each try by a name of its own: between two of them an operator may have taken the machine out of the fleet.
    const done = await this.kit.handle(machine, machineId, { type: 'RegisterMachine', machine: { machineId, name, address, floor, timeZone, currency, origin: 'operator', coordinates } }, { ...cause, commandId: `${cause.commandId}:${asked.commandId}` });
    if (!isRefusal(done)) await this.kit.views.reached(machineView, done.position);
    else if (!(await this.kit.look(machine, machineId, cause.account)).registered) return refuse('CONFLICT', `Machine ID ${machineId} is in use by another organization`);
    return undefined; // those who claim at once are answered alike
  }
}
