/** For system tests: a product whose data lies on disk, so that it can be stopped and started again between two steps. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type StandingClock } from '@larder/kit/testing.js';
import { startLarder, type AddedMachine, type TestLarder } from '../testing.js';

export interface Restarting {
  /** As it runs now. */
  readonly larder: TestLarder;
  /** Where it answers, before and after. */
  url: string;
  /** Stops it and starts it again on the same data; machines that are named come back to it. */
  restart(...machines: AddedMachine[]): Promise<void>;
  end(): Promise<void>;
}

export async function startRestarting(clock: StandingClock, settings: (url: string) => Record<string, string> = () => ({})): Promise<Restarting> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-restarting-'));
  const [PORT, MQTT_PORT] = [String(await freePort()), String(await freePort())];
  const url = `http://localhost:${PORT}`;
  const start = (): Promise<TestLarder> => startLarder({ clock, settings: { EVENT_STORE_URL: `sqlite:${folder}/larder.db`, DATA_DIR: folder, PORT, MQTT_PORT, ...settings(url) } });
  let larder = await start();
  const known = new Set<AddedMachine>();
  return {
    get larder() {
      return larder;
    },
    url,
    async restart(...machines) {
      for (const machine of machines) known.add(machine);
      // Those that came back to it before are no longer its own.
      await Promise.all([...known].map(({ device }) => device.disconnect()));
      await larder.stop();
      larder = await start();
      for (const machine of machines) await machine.device.connect();
    },
    async end() {
      await Promise.all([...known].map(({ device }) => device.disconnect()));
      await larder.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
