/** Fleet: machines, their stock, how they are set up and whether they are heard. */
import { Module } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import { Aftermath } from './aftermath.js';
import { EditingController } from './editing.controller.js';
import { HardwareController } from './hardware/hardware.controller.js';
import { Heartbeats } from './heartbeats.js';
import { directoryView, machineView } from './machine-view.js';
import { MachinesController } from './machines.controller.js';
import { Presenting } from './presenting.js';
import { ProductsController } from './products.controller.js';
import { Room } from './room.js';
import { ClaimsController } from './setup/claims.controller.js';
import { SetupController } from './setup/setup.controller.js';
import { codeView, setupView } from './setup/setup-view.js';
import { openWifiKeys, WIFI_KEYS } from './setup/wifi-keys.js';
import { StockMoves } from './stock-moves.js';
import { TimelineController } from './timeline/timeline.controller.js';
import { VisitsController } from './visits.controller.js';

const keysFolder = ({ settings }: Kit): string | undefined => (settings.EVENT_STORE_URL === 'sqlite::memory:' ? undefined : `${settings.DATA_DIR}/setup-keys`);

@Module({
  controllers: [MachinesController, EditingController, ProductsController, TimelineController, VisitsController, SetupController, ClaimsController, HardwareController],
  providers: [Heartbeats, Presenting, Room, StockMoves, Aftermath, { provide: WIFI_KEYS, useFactory: (kit: Kit) => openWifiKeys(keysFolder(kit)), inject: [Kit] }],
})
export class FleetModule {
  constructor(kit: Kit, heartbeats: Heartbeats, stockMoves: StockMoves, aftermath: Aftermath) {
    kit.add({
      name: 'fleet', categories: ['machine', 'setup'], projections: [machineView, directoryView, setupView, codeView],
      reactions: [stockMoves, aftermath], deadlines: aftermath.deadlines, begin: () => heartbeats.begin(),
    });
  }
}
