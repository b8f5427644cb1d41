/** What operators ask and want of how a machine works. */
import { Controller } from '@nestjs/common';
import { configureDevice, getConfiguration } from '@larder/contracts/device.js';
import { machineCard } from '@larder/contracts/fleet/places.js';
import { isRefusal, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Links } from '../links.js';
import { configuration, configurationView, orderOf, shown, unconfigured, type ConfigurationRow } from './configuration.js';

@Controller()
export class ConfigurationController {
  constructor(private readonly kit: Kit, private readonly links: Links) {}

  @Answers(getConfiguration)
  async get({ machineId }: In<typeof getConfiguration>, asked: Asked): Promise<Out<typeof getConfiguration>> {
    const row = await this.kit.views.get<ConfigurationRow>(configurationView, accountOf(asked), machineId);
    return { configuration: shown(row ?? unconfigured(machineId), this.links.isConnected(machineId)) };
  }

  @Answers(configureDevice)
  async configure({ machineId, ...wanted }: In<typeof configureDevice>, asked: Asked): Promise<Out<typeof configureDevice> | Refusal> {
    const account = accountOf(asked);
    const card = await this.kit.ask(machineCard, { account, machineId }, { ...asked, caller: { kind: 'service', name: 'device-adapter' } });
    if (isRefusal(card)) return card;
    const done = await this.kit.handle(configuration, machineId, { type: 'Configure', machineId, ...wanted }, causeOf(asked, account));
    if (isRefusal(done)) return done;
    const order = orderOf(done.state);
    if (order) this.links.send(machineId, order);
    await this.kit.views.reached(configurationView, done.position);
    return this.get({ machineId }, asked);
  }
}
