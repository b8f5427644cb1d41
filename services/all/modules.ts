/** Every service of the product, for the processes that run them all. */
import { AlertsModule } from '@larder/alerts/alerts.module.js';
import { CatalogModule } from '@larder/catalog/catalog.module.js';
import { DeviceAdapterModule } from '@larder/device-adapter/device-adapter.module.js';
import { FleetModule } from '@larder/fleet/fleet.module.js';
import { GatewayModule } from '@larder/gateway/gateway.module.js';
import { IdentityModule } from '@larder/identity/identity.module.js';
import { SalesModule } from '@larder/sales/sales.module.js';
import { VendingModule } from '@larder/vending/vending.module.js';

export const everyModule = [GatewayModule, IdentityModule, CatalogModule, FleetModule, DeviceAdapterModule, VendingModule, SalesModule, AlertsModule];
