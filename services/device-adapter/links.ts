/** Opens the link that the settings name and keeps it for whoever sends. */
import { Injectable } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import type { DeviceLink } from './device-link.js';
import { openEmbeddedBroker } from './embedded-broker.js';
import { Intake } from './intake.js';
import { openMqttLink } from './mqtt-link.js';

@Injectable()
export class Links {
  private open: DeviceLink | undefined;

  constructor(private readonly kit: Kit, private readonly intake: Intake) {}

  get link(): DeviceLink {
    if (!this.open) throw new Error('The device link is not open yet');
    return this.open;
  }

  /** Nothing before the link is open: nobody is connected then. */
  cut(machineId: string): void {
    this.open?.cut(machineId);
  }

  async begin(): Promise<() => Promise<void>> {
    const { DEVICE_BROKER_URL: url, MQTT_PORT } = this.kit.settings;
    const link = url === 'embedded:' ? await openEmbeddedBroker(MQTT_PORT, this.intake) : await openMqttLink(url, this.intake, () => this.kit.clock.now().getTime());
    this.open = link;
    this.intake.use(link);
    return () => link.close();
  }
}
