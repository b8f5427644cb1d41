/** Opens the link that the settings name and keeps it for whoever sends. */
import { Injectable } from '@nestjs/common';
import type { DeviceOrder } from '@larder/contracts/device.js';
import { lineTold } from '@larder/kit/bus/line-told.js';
import { Kit } from '@larder/kit/kit.js';
import { reached } from '@larder/kit/turns/patiently.js';
import type { DeviceLink } from './device-link.js';
import { openEmbeddedBroker } from './embedded/embedded-broker.js';
import { Intake } from './intake/intake.js';
import { Pricing } from './prices/pricing.js';

@Injectable()
export class Links {
  private open: DeviceLink | undefined;

  constructor(private readonly kit: Kit, private readonly intake: Intake, private readonly pricing: Pricing) {}

  /** Once everything has started; throws before. */
  get link(): DeviceLink {
    if (!this.open) throw new Error('The device link is not open yet');
    return this.open;
  }

  /** Where a machine is told to connect; undefined before the link is open. */
  get told(): DeviceLink['broker'] | undefined {
    const { MQTT_TOLD_HOST: host, MQTT_TOLD_PORT: port } = this.kit.settings;
    return this.open && { ...this.open.broker, ...(host !== undefined && { host }), ...(port !== undefined && { port }) };
  }

  // Others ask before the link is open, as its broker may be away, or views are being filled: no machine is connected then, and each hears at its hello what it should do.

  send(machineId: string, order: DeviceOrder): void {
    this.open?.send(machineId, order);
  }

  isConnected(machineId: string): boolean {
    return this.open?.isConnected(machineId) ?? false;
  }

  cut(machineId: string): void {
    this.open?.cut(machineId);
  }

  async begin(): Promise<() => Promise<void>> {
    const link = await this.openLink();
    this.open = link;
    this.intake.use(link);
    this.pricing.use(link);
    return () => link.close();
  }

  /** Clients of brokers are large, so only those who use one load it. */
  private async openLink(): Promise<DeviceLink> {
    const { settings, clock, chance, log, metrics } = this.kit;
    const { DEVICE_BROKER_URL: url, DEVICE_ISSUER_SEED: issuerSeed, MQTT_PORT: mqttPort, MQTT_HOST: mqttHost } = settings;
    if (url === 'embedded:') return openEmbeddedBroker(mqttPort, this.intake, { host: mqttHost });
    const tell = lineTold({ log, metrics, clock }, 'DEVICE_BROKER_URL', url);
    if (!issuerSeed) return reached(log, 'DEVICE_BROKER_URL', url, (await import('./mqtt-link.js')).openMqttLink(url, this.intake, { name: chance.uuid(), now: () => clock.now().getTime(), tell }));
    return reached(log, 'DEVICE_BROKER_URL', url, (await import('./nats/nats-link.js')).openNatsLink({ url, issuerSeed, mqttPort, clock, chance, tell, onTrouble: (where, error) => void this.kit.surprise(`device link: ${where}`, error) }, this.intake));
  }
}
