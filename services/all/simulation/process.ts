/** The product as one process of a simulated day: unchanged, on a simulated disk, bus and clock, until its power is cut. */
import { CHECKOUT, type Checkout } from '@larder/vending/checkouts/checkout.js';
import type { DeviceLink } from '@larder/device-adapter/device-link.js';
import { Intake } from '@larder/device-adapter/intake/intake.js';
import { Links } from '@larder/device-adapter/links.js';
import { PASSES, type Passes } from '@larder/identity/secrets/passes.js';
import { VAULT, type Vault } from '@larder/identity/secrets/vault.js';
import type { Kit } from '@larder/kit/kit.js';
import { readSettings } from '@larder/kit/settings.js';
import { openLog, start, type Exchange, type Running } from '@larder/kit/start.js';
import { everyModule } from '../modules.js';

export interface ProcessParts extends Required<Pick<Exchange, 'clock' | 'chance' | 'events' | 'bookmarks' | 'rows' | 'bus'>> {
  /** Where it keeps what is not in the log: keys, sign-ins. */
  folder: string;
  link: Pick<DeviceLink, 'send' | 'isConnected' | 'cut'>;
}

export class Process {
  private constructor(private readonly running: Running, private readonly broker: DeviceLink) {}

  static async start({ folder, link, ...exchange }: ProcessParts): Promise<Process> {
    const settings = readSettings({ EVENT_STORE_URL: `sqlite:${folder}/unused.db`, DATA_DIR: folder, PORT: '0', MQTT_PORT: '0', HOST: '127.0.0.1', WEB_DIR: './no-pages', LOG_LEVEL: process.env.SIMULATION_LOG ?? 'silent', PUBLIC_URL: 'http://larder.example', VIEWS_PATIENCE_SECONDS: '3600' });
    const running = await start('all', everyModule, settings, { ...exchange, log: openLog(settings.LOG_LEVEL) });
    const { link: broker } = running.app.get(Links, { strict: false });
    // Its broker listens, but machines are elsewhere.
    Object.assign(broker, link);
    return new Process(running, broker);
  }

  get kit(): Kit {
    return this.running.kit;
  }

  get intake(): Intake {
    return this.running.app.get(Intake, { strict: false });
  }

  get checkout(): Checkout {
    return this.running.app.get(CHECKOUT, { strict: false });
  }

  /** What the operating system does for a process that is gone. */
  async bury(): Promise<void> {
    for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal);
    this.running.app.get<Vault>(VAULT, { strict: false }).close();
    this.running.app.get<Passes>(PASSES, { strict: false }).close();
    await this.broker.close();
    const server = this.running.app.getHttpServer() as { close(): void; closeAllConnections(): void };
    server.closeAllConnections();
    server.close();
  }
}
