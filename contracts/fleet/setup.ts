/** Setup profiles: how a machine comes to know its Wi-Fi and its credential, once, by a code that is shown to whoever sets it up. */
import { z } from 'zod';
import { timeZone } from '../day.js';
import type { FactOf } from '../fact.js';
import { coordinates, firstPlace, machineName } from '../fleet.js';
import { enteredMachineId, machineId } from '../device/machine-id.js';
import { currency } from '../money.js';
import { command, query, says } from '../request.js';

const inSetup = z.object({
  setupId: z.string(), machineId,
  /** SHA-256 of the claim code that is good now, or was last. */
  codeHash: z.string(),
});
/** Stream `setup-<account>.<machine>`: one open profile at a time. */
export const setupFacts = {
  SetupProfileCreated: inSetup.extend({
    name: z.string(), address: z.string(), floor: z.string().optional(), coordinates: coordinates.optional(), timeZone, currency,
    /** The machine is there already and gets another Wi-Fi and credential. */
    isResetup: z.boolean(),
    /** Name and password of the Wi-Fi, encrypted with a key of the profile's own that is destroyed when the profile ends. */
    wifi: z.string(), expiresAt: z.string(),
  }),
  /** The code before it stopped working. */
  SetupCodeRenewed: inSetup.extend({ formerCodeHash: z.string(), expiresAt: z.string() }),
  /** A machine has shown the good code and is being given its credential: until then the profile is neither taken back nor given another code. */
  SetupClaimBegun: inSetup.extend({ until: z.string() }),
  SetupProfileClaimed: inSetup,
  SetupProfileDeleted: inSetup,
  SetupProfileExpired: inSetup,
};
export type SetupFact = FactOf<typeof setupFacts>;

/** So long a profile and its code are good. */
export const SETUP_HOURS = 24;

export const setupProfile = z.object({
  _id: z.string(), setupId: z.string(), machineId, name: z.string(), location: z.object({ address: z.string(), floor: z.string() }), isResetup: z.boolean(),
  expiresAt: z.string(), createdBy: z.string(), createdAt: z.string(),
});
export type SetupProfile = z.infer<typeof setupProfile>;

/** As Wi-Fi and the machine count. */
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

const NO_PASSWORD = 'WiFi Password is required';
const setupFields = {
  machineId: enteredMachineId, name: machineName, location: firstPlace,
  wifiSSID: z.string({ error: 'WiFi SSID is required' }).min(1, 'WiFi SSID is required').refine((name) => bytesOf(name) <= 32, 'WiFi SSID cannot exceed 32 bytes'),
  wifiPassword: z.string({ error: NO_PASSWORD }).refine((password) => bytesOf(password) <= 64, 'WiFi Password cannot exceed 64 bytes'),
  /** The network has no password. Somebody who forgot to enter it has not said so. */
  wifiOpen: z.boolean().default(false),
};
type SetupEntry = z.infer<z.ZodObject<typeof setupFields>>;
/** Said as soon as both are known, whatever else is wrong. */
const withPassword = <S extends z.ZodObject>(schema: S): S => schema.refine(({ wifiPassword, wifiOpen }) => wifiOpen === true || wifiPassword !== '', {
  path: ['wifiPassword'], message: NO_PASSWORD, when: ({ value }) => typeof (value as SetupEntry).wifiPassword === 'string',
});

/** What whoever sets a machine up enters. */
export const setupForm = withPassword(z.object(setupFields));
const setupRef = z.object({ id: z.string().max(64) });
/** Told once and never again. */
const claimCode = z.string();

export const listSetupProfiles = query('fleet.listSetupProfiles', 'machines.read', 'Machines that are waiting to be set up', z.object({}), z.object({ profiles: z.array(setupProfile) }));
export const addSetupProfile = says(command('fleet.addSetupProfile', 'machines.create', 'Prepare a machine for its setup; the claim code is answered once. An open profile of the machine is reused.', withPassword(z.object({
  ...setupFields, isResetup: z.boolean().default(false), originalMachineId: machineId.optional(),
})), z.object({ setupProfile, message: z.string(), claimCode: claimCode.optional() })));
export const renewSetupCode = command('fleet.renewSetupCode', 'machines.create', 'A new claim code for a profile, good for as long as the first; the former one stops working', setupRef, z.object({ setupProfile, claimCode }));
export const deleteSetupProfile = command('fleet.deleteSetupProfile', 'machines.create', 'Take a setup profile back: its code stops working and its Wi-Fi secret is destroyed', setupRef, z.object({ id: z.string() }));

/** For machines that have nothing but the code. */
export const claimSetup = command('fleet.claimSetup', 'anyone', 'A machine is told who it is, its credential and its Wi-Fi; once', z.object({ claimCode: z.string({ error: 'Claim code is required' }).min(1, 'Claim code is required').max(100, 'Claim code cannot exceed 100 characters') }), z.object({
  machineId, name: z.string(),
  /** MQTT 3.1.1; the client id is the user name. Without a host it is the one that was just asked. */
  mqtt: z.object({ host: z.string().optional(), port: z.number(), username: z.string(), password: z.string() }),
  /** The password of an open network is empty. */
  wifi: z.object({ ssid: z.string(), password: z.string() }),
}));
export type ClaimedSetup = z.infer<typeof claimSetup.output>;
