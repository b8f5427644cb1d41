/** Fleet: machines, their stock and whether they are heard. */
import { Module } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import { Heartbeats } from './heartbeats.js';
import { directoryView, machineView } from './machine-view.js';
import { MachinesController } from './machines.controller.js';
import { Presenting } from './presenting.js';
import { ProductsController } from './products.controller.js';
import { StockMoves } from './stock-moves.js';
import { TimelineController } from './timeline.controller.js';
import { VisitsController } from './visits.controller.js';

@Module({ controllers: [MachinesController, ProductsController, TimelineController, VisitsController], providers: [Heartbeats, Presenting, StockMoves] })
export class FleetModule {
  constructor(kit: Kit, heartbeats: Heartbeats, stockMoves: StockMoves) {
    kit.add({ name: 'fleet', categories: ['machine'], projections: [machineView, directoryView], reactions: [stockMoves], begin: () => heartbeats.begin() });
  }
}
