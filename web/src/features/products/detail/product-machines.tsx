/** The machines that hold a product, with its stock and its price in each. */
import type { ProductView } from '@larder/contracts/catalog.js';
import type { ProductMachine } from '@larder/contracts/product-sales.js';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { asOfSearch } from '../../../lib/as-of.js';
import { useAsOf } from '../../../lib/use-as-of.js';
import { formatAmount } from '../../../lib/money-and-time.js';
import { usePolling } from '../../../lib/live/live.js';
import { paths } from '../../../lib/paths.js';
import { useMayChange } from '../../../lib/session/session-api.js';
import { Blank } from '../../../ui/blank.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { LoadingRows } from '../../../ui/loading.js';
import { MachineState, StockBar } from '../../../ui/machine-state.js';
import { Section } from '../../../ui/section.js';
import { useProductMachinesQuery } from '../products-api.js';
import { PriceDialog } from './price-dialog.js';

export function MachinesSection({ product }: { product: ProductView }) {
  const { asOf } = useAsOf();
  const { currentData: places, error, isError, fulfilledTimeStamp, refetch } = useProductMachinesQuery({ id: product.id, asOf }, usePolling());
  const [pricing, setPricing] = useState<ProductMachine>();
  const mayPrice = useMayChange('products.update');
  return (
    <div id="machines">
      <Section title="Machines">
        {isError && <FailureBox text="Failed to load machines" stale={places !== undefined} sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
        {!places && !isError && <LoadingRows rows={3} label="Loading machines" />}
        {places?.length === 0 && <Blank title="No machines found">No machine holds this product.</Blank>}
        <ul className="rows">
          {places?.map((place) => (
            <li key={`${place.machineId} ${place.slot}`} className="product-place">
              <code className="slot">{place.slot}</code>
              <span className="row-main"><Link to={paths.machine(place.machineId) + asOfSearch(asOf)}>{place.name}</Link><small>{place.address}</small><MachineState machine={place} /></span>
              <StockBar left={place.quantity} room={place.maxQuantity} lowStockPercent={place.lowStockPercent} />
              <span className="product-price"><strong className="figures">{formatAmount(place.price, place.currency)}</strong><small>{place.ownPrice === null ? 'Product price' : 'Own price'}</small></span>
              {mayPrice && <Button size="small" aria-label={`Set price in ${place.name}, slot ${place.slot}`} onClick={() => setPricing(place)}>Set price</Button>}
            </li>
          ))}
        </ul>
      </Section>
      {pricing && <PriceDialog product={product} place={pricing} onClose={() => setPricing(undefined)} />}
    </div>
  );
}
