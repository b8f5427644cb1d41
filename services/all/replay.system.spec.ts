import { readFileSync } from 'node:fs';
import { isRefusal } from '@larder/contracts/reply.js';
import { standingClock } from '@larder/kit/testing.js';
import { readSeedLive } from '@larder/sales/seed-live.js';
import { signIn } from './operator.js';
import { setStage } from './replaying.js';
import { PASSWORD, startLarder, TIME_ZONE } from './testing.js';
jest.setTimeout(300_000);
it('replays', async () => {
  const clock = standingClock('2021-12-31T17:00:00.000Z');
  const larder = await startLarder({ clock });
  await larder.signIn('owner');
  const file = readSeedLive(readFileSync('../shared/data/seed-live-export-2022-h1.csv', 'utf8'));
  if (isRefusal(file)) throw new Error();
  const operator = await signIn(larder.url, 'owner@acme.example', PASSWORD);
  let t = performance.now();
  const stage = await setStage(file.purchases, { operator, url: larder.url, mqttUrl: larder.mqttUrl, timeZone: TIME_ZONE, now: () => clock.now().getTime(), pause: async () => {} });
  console.log('stage', performance.now() - t);
  t = performance.now();
  let to = 0, visits = 0, tends = 0, tv = 0, tt = 0;
  const days = [...new Set(stage.plan.machines.flatMap((m) => m.days.map((d) => d.day)))].sort().slice(0, Number(process.env.DAYS ?? 30));
  for (const day of days) {
    clock.set(new Date(`${day}T17:00:00.000Z`));
    const o = performance.now(); await stage.online(); to += performance.now() - o;
    await Promise.all(stage.plan.machines.map(async (m) => {
      for (const step of m.days.find((d) => d.day === day)?.steps ?? []) {
        const s = performance.now();
        await stage.play(m.machineId, step);
        if (step.do === 'visit') { visits++; tv += performance.now() - s } else { tends++; tt += performance.now() - s }
      }
    }));
  }
  const s = (performance.now() - t) / 1000;
  console.log({ days: days.length, visits, tends, s, perSecond: visits / s, msPerVisit: tv / visits, online: to / days.length, msPerTend: tt / tends, cpu: process.cpuUsage() });
  await stage.close();
  await larder.stop();
});
