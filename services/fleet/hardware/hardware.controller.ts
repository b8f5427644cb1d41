/** What operators ask about the hardware of a machine. */
import { Controller } from '@nestjs/common';
import { linkState } from '@larder/contracts/device.js';
import { checkHardware, getHardware } from '@larder/contracts/device/hardware.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import { visitUnderWay } from '@larder/contracts/vending.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { Kit } from '@larder/kit/kit.js';
import { Heartbeats } from '../heartbeats.js';
import { machineView, type MachineRow } from '../machine-view.js';
import { Presenting } from '../presenting.js';
import { hardwareOf } from './hardware-status.js';

@Controller()
export class HardwareController {
  constructor(private readonly kit: Kit, private readonly presenting: Presenting, private readonly heartbeats: Heartbeats) {}

  @Answers(getHardware)
  async get({ id: machineId }: In<typeof getHardware>, asked: Asked): Promise<Out<typeof getHardware> | Refusal> {
    const account = accountOf(asked);
    const row = await this.kit.views.get<MachineRow>(machineView, account, machineId);
    if (!row) return refuse('NOT_FOUND', 'Machine not found');
    const ours: Asked = { ...asked, caller: { kind: 'service', name: 'fleet' } };
    const [link, underWay] = await Promise.all([this.kit.ask(linkState, { account, machineId }, ours), this.kit.ask(visitUnderWay, { account, machineId }, ours)]);
    if (isRefusal(link)) return link;
    const { status, isOnline } = this.presenting.statusOf(row);
    const { connected, completeTo, missing, late, firmware } = link;
    const visitEndsAt = isRefusal(underWay) ? undefined : underWay.visit?.expiresAt;
    return { result: hardwareOf({ machineId, status: { status, isOnline }, beat: this.heartbeats.of(machineId), link: { connected, completeTo, missing, late }, firmware, visitEndsAt, now: this.kit.clock.now() }) };
  }

  @Answers(checkHardware)
  check({ machineId }: In<typeof checkHardware>, asked: Asked): Promise<Out<typeof getHardware> | Refusal> {
    return this.get({ id: machineId }, asked);
  }
}
