/** Fleet: machines, their stock, how they are set up and whether they are heard. */
import { Inject, Module } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import { useFiles } from '@larder/kit/moving/in-use.js';
import { refuseLeftBehind } from '@larder/kit/moving/keep.js';
import { Aftermath } from './aftermath.js';
import { Changing } from './changing.js';
import { EditingController } from './editing.controller.js';
import { HardwareController } from './hardware/hardware.controller.js';
import { Heartbeats } from './heartbeats.js';
import { directoryView, machineView } from './machine-view.js';
import { lossView } from './losses/loss-view.js';
import { LossesController } from './losses/losses.controller.js';
import { MachinesController } from './machines.controller.js';
import { closedView } from './pace/closed-view.js';
import { offerView } from './pace/offer-view.js';
import { PaceController } from './pace/pace.controller.js';
import { Presenting } from './presenting.js';
import { ProductsController } from './products.controller.js';
import { Room } from './room.js';
import { Sensors } from './sensors.js';
import { ClaimsController } from './setup/claims.controller.js';
import { openFileWifiKeys, openMemoryWifiKeys } from './setup/file-wifi-keys.js';
import { wifiKeyFiles } from './setup/kept-files.js';
import { SetupController } from './setup/setup.controller.js';
import { codeView, setupView } from './setup/setup-view.js';
import { WIFI_KEYS, type WifiKeys } from './setup/wifi-keys.js';
import { SlotsController } from './slots/slots.controller.js';
import { stayView } from './stays/stay-view.js';
import { StockMoves } from './stock-moves.js';
import { TimelineController } from './timeline/timeline.controller.js';
import { VisitsController } from './visits.controller.js';

async function chooseWifiKeys({ settings }: Kit): Promise<WifiKeys> {
  const { KEEP_URL, EVENT_STORE_URL, DATA_DIR } = settings;
  if (KEEP_URL === 'files:' && EVENT_STORE_URL === 'sqlite::memory:') return openMemoryWifiKeys();
  if (KEEP_URL === 'files:') {
    const release = useFiles(settings);
    return { ...openFileWifiKeys(`${DATA_DIR}/setup-keys`), close: async () => release() };
  }
  await refuseLeftBehind(settings, wifiKeyFiles);
  // Its client is large, so only those who use it load it.
  const { openMongodbWifiKeys } = await import('./setup/mongodb-wifi-keys.js');
  return openMongodbWifiKeys(KEEP_URL);
}

@Module({
  controllers: [MachinesController, SlotsController, EditingController, ProductsController, TimelineController, VisitsController, SetupController, ClaimsController, HardwareController, LossesController, PaceController],
  providers: [Heartbeats, Presenting, Room, Changing, StockMoves, Sensors, Aftermath, { provide: WIFI_KEYS, useFactory: chooseWifiKeys, inject: [Kit] }],
})
export class FleetModule {
  constructor(kit: Kit, heartbeats: Heartbeats, stockMoves: StockMoves, sensors: Sensors, aftermath: Aftermath, @Inject(WIFI_KEYS) wifiKeys: WifiKeys) {
    kit.add({
      name: 'fleet', categories: ['machine', 'setup'], projections: [machineView, directoryView, stayView, setupView, codeView, lossView, offerView, closedView],
      reactions: [stockMoves, sensors, aftermath], deadlines: aftermath.deadlines, begin: () => heartbeats.begin(), close: () => wifiKeys.close(),
    });
  }
}
