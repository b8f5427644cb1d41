/** What operators ask of setup profiles. */
import { Controller, Inject } from '@nestjs/common';
import { accountSettings } from '@larder/contracts/identity/organization.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import { addSetupProfile, deleteSetupProfile, listSetupProfiles, renewSetupCode, SETUP_HOURS, type SetupProfile } from '@larder/contracts/fleet/setup.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { namesFor, type ActorNames } from '../actors.js';
import { machine, type MachineState } from '../machine.js';
import { directoryView, EVERYBODY, type Listed } from '../machine-view.js';
import { Room } from '../room.js';
import { twinOf } from '../twins.js';
import { CODE_BYTES, codeOf, hashOfCode } from './claim-code.js';
import { setup, setupStream, type Profile } from './setup.js';
import { codeView, setupView, type SetupRow } from './setup-view.js';
import { WIFI_KEYS, type WifiKeys } from './wifi-keys.js';

type Entered = In<typeof addSetupProfile>;
type Place = Pick<Profile, 'name' | 'address' | 'floor' | 'coordinates' | 'timeZone' | 'currency'>;

@Controller()
export class SetupController {
  constructor(private readonly kit: Kit, private readonly room: Room, @Inject(WIFI_KEYS) private readonly keys: WifiKeys) {}

  @Answers(listSetupProfiles)
  async list(_: In<typeof listSetupProfiles>, asked: Asked): Promise<Out<typeof listSetupProfiles>> {
    const rows = await this.kit.views.all<SetupRow>(setupView, accountOf(asked), {}, { by: 'createdAt', order: 'desc' });
    const nameOf = await namesFor(this.kit, asked);
    return { profiles: rows.map((row) => shown(row, nameOf)) };
  }

  @Answers(addSetupProfile)
  add(entered: Entered, asked: Asked): Promise<Out<typeof addSetupProfile> | Refusal> {
    return this.room.inTurn(accountOf(asked), () => this.addOne(entered, asked));
  }

  private async addOne(entered: Entered, asked: Asked): Promise<Out<typeof addSetupProfile> | Refusal> {
    const account = accountOf(asked);
    const machineId = entered.isResetup ? (entered.originalMachineId ?? entered.machineId) : entered.machineId;
    const open = await this.openOf(machineId, account);
    if (open) return this.reused(open, asked);
    const place = entered.isResetup ? await this.placeOf(machineId, account, asked) : await this.placeFor(entered, account, asked);
    if (isRefusal(place)) return place;
    const code = codeOf(this.kit.chance.secret(CODE_BYTES));
    const setupId = this.kit.chance.uuid();
    const wifi = await this.keys.seal(setupId, { ssid: entered.wifiSSID, password: entered.wifiOpen ? '' : entered.wifiPassword });
    const profile: Profile = { setupId, machineId, codeHash: hashOfCode(code), ...place, isResetup: entered.isResetup, wifi, expiresAt: this.expiry() };
    const done = await this.kit.handle(setup, setupStream(account, machineId), { type: 'CreateProfile', profile, now: this.kit.clock.now().toISOString() }, causeOf(asked, account));
    const isOurs = !isRefusal(done) && done.state.open?.setupId === setupId;
    if (!isOurs) await this.keys.destroy(setupId);
    if (isRefusal(done)) return done;
    if (!isOurs) return done.state.open ? this.reused(done.state.open.setupId, asked) : refuse('CONFLICT', 'This request was answered before. Ask for a new claim code instead.');
    await this.reached(done.position);
    const setupProfile = await this.one(setupId, asked);
    return isRefusal(setupProfile) ? setupProfile : { setupProfile, message: `Setup profile for ${machineId} created`, claimCode: code };
  }

  @Answers(renewSetupCode)
  async renew({ id }: In<typeof renewSetupCode>, asked: Asked): Promise<Out<typeof renewSetupCode> | Refusal> {
    const account = accountOf(asked);
    const row = await this.kit.views.get<SetupRow>(setupView, account, id);
    if (!row) return refuse('NOT_FOUND', 'Setup profile not found');
    const claimCode = codeOf(this.kit.chance.secret(CODE_BYTES));
    const command = { type: 'RenewCode' as const, setupId: id, codeHash: hashOfCode(claimCode), expiresAt: this.expiry(), now: this.kit.clock.now().toISOString() };
    const done = await this.kit.handle(setup, setupStream(account, row.machineId), command, causeOf(asked, account));
    if (isRefusal(done)) return done;
    if (done.facts.length === 0) return refuse('CONFLICT', 'This request was answered before. Ask for a new claim code instead.');
    await this.reached(done.position);
    const setupProfile = await this.one(id, asked);
    return isRefusal(setupProfile) ? setupProfile : { setupProfile, claimCode };
  }

  @Answers(deleteSetupProfile)
  async remove({ id }: In<typeof deleteSetupProfile>, asked: Asked): Promise<Out<typeof deleteSetupProfile> | Refusal> {
    const account = accountOf(asked);
    const row = await this.kit.views.get<SetupRow>(setupView, account, id);
    if (!row) return refuse('NOT_FOUND', 'Setup profile not found');
    const done = await this.kit.handle(setup, setupStream(account, row.machineId), { type: 'DeleteProfile', setupId: id, now: this.kit.clock.now().toISOString() }, causeOf(asked, account));
    if (isRefusal(done)) return done;
    await this.keys.destroy(id);
    await this.reached(done.position);
    return { id };
  }

  /** The id of the profile that is open for a machine. */
  private async openOf(machineId: string, account: string): Promise<string | undefined> {
    const { open } = await this.kit.look(setup, setupStream(account, machineId), account);
    return open && open.expiresAt > this.kit.clock.now().toISOString() ? open.setupId : undefined;
  }

  /** Of a machine that is there already, unless the plan has no room for using it. */
  private async placeOf(machineId: string, account: string, asked: Asked): Promise<Place | Refusal> {
    const { registered, coordinates }: MachineState = await this.kit.look(machine, machineId, account);
    if (!registered) return refuse('NOT_FOUND', 'Machine not found');
    const { name, address, floor, timeZone, currency } = registered;
    return (await this.room.keptFromUse(machineId, account, asked)) ?? { name, address, floor, coordinates, timeZone, currency };
  }

  /** Of a new machine, if its id is free and the plan has room for it. */
  private async placeFor({ machineId, name, location }: Entered, account: string, asked: Asked): Promise<Place | Refusal> {
    const listed = await this.kit.views.get<Listed>(directoryView, EVERYBODY, machineId);
    if (listed && (!listed.removed || listed.account !== account)) return refuse('CONFLICT', `Machine ID ${machineId} already exists`);
    const settings = await this.kit.ask(accountSettings, { account }, { ...asked, caller: { kind: 'service', name: 'fleet' } });
    if (isRefusal(settings)) return settings;
    const kept = (await twinOf(this.kit, account, machineId)) ?? (await this.room.fullness(account, settings.machineCap));
    return kept ?? { name, address: location.address, floor: location.floor, coordinates: location.coordinates, timeZone: settings.timeZone, currency: settings.currency };
  }

  private async reused(setupId: string, asked: Asked): Promise<Out<typeof addSetupProfile> | Refusal> {
    const setupProfile = await this.one(setupId, asked);
    if (isRefusal(setupProfile)) return setupProfile;
    return { setupProfile, message: `A setup profile for ${setupProfile.machineId} already exists. It is used as it is, with the WiFi it was made with.` };
  }

  private async one(setupId: string, asked: Asked): Promise<SetupProfile | Refusal> {
    const row = await this.kit.views.get<SetupRow>(setupView, accountOf(asked), setupId);
    return row ? shown(row, await namesFor(this.kit, asked)) : refuse('NOT_FOUND', 'Setup profile not found');
  }

  private expiry = (): string => new Date(this.kit.clock.now().getTime() + SETUP_HOURS * 3_600_000).toISOString();

  private async reached(position: string): Promise<void> {
    await Promise.all([this.kit.views.reached(setupView, position), this.kit.views.reached(codeView, position)]);
  }
}

const shown = ({ setupId, machineId, name, address, floor = 'Main Floor', isResetup, expiresAt, createdAt, actor }: SetupRow, nameOf: ActorNames): SetupProfile =>
  ({ _id: setupId, setupId, machineId, name, location: { address, floor }, isResetup, expiresAt, createdBy: nameOf(actor), createdAt });
