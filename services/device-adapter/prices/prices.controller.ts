/** What operators see of the prices their machines know. */
import { Controller } from '@nestjs/common';
import { getDevicePrices } from '@larder/contracts/device/device-prices.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { accountOf } from '@larder/kit/bus/asking.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { Kit } from '@larder/kit/kit.js';
import { pricesView, shown, unpriced, type PricesRow } from './prices.js';

@Controller()
export class PricesController {
  constructor(private readonly kit: Kit) {}

  @Answers(getDevicePrices)
  async get({ machineId }: In<typeof getDevicePrices>, asked: Asked): Promise<Out<typeof getDevicePrices>> {
    return { prices: shown((await this.kit.views.get<PricesRow>(pricesView, accountOf(asked), machineId)) ?? unpriced(machineId)) };
  }
}
