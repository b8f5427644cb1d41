/** The machines that hold a product, with its stock and its price in each. */
import type { ProductView } from '@larder/contracts/catalog.js';
import type { ProductMachine } from '@larder/contracts/sales/product-sales.js';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { asOfSearch } from '../../../lib/time/as-of.js';
import { useAsOf } from '../../../lib/time/use-as-of.js';
import { plural } from '../../../lib/format.js';
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

const keyOf = ({ machineId, slot }: ProductMachine): string => `${machineId} ${slot}`;

export function MachinesSection({ product }: { product: ProductView }) {
  const { asOf } = useAsOf();
  const { currentData: places, error, isError, fulfilledTimeStamp, refetch } = useProductMachinesQuery({ id: product.id, asOf }, usePolling());
  const [pricing, setPricing] = useState<readonly ProductMachine[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const mayPrice = useMayChange('products.update');
  const mayFill = useMayChange('machines.manage_inventory') === true && product.isActive;
  const isChosen = (place: ProductMachine) => chosen.has(keyOf(place));
  const choose = (place: ProductMachine, isOn: boolean) => setChosen((was) => new Set([...[...was].filter((key) => key !== keyOf(place)), ...(isOn ? [keyOf(place)] : [])]));
  const several = mayPrice === true && places !== undefined && places.length > 1;
  const priced = places?.filter(isChosen) ?? [];
  const [first, ...others] = pricing;
  return (
    <div id="machines">
      <Section title="Machines">
        {isError && <FailureBox text="Failed to load machines" stale={places !== undefined} sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
        {!places && !isError && <LoadingRows rows={3} label="Loading machines" />}
        {places?.length === 0 && <Blank title="No machines found">No machine holds this product.{mayFill && <> <Link to={paths.machines}>Choose a machine</Link> to put it into.</>}</Blank>}
        {several && (
          <div className="form-buttons no-print">
            <Button disabled={priced.length === 0} onClick={() => setPricing(priced)}>{priced.length === 0 ? 'Set price in chosen slots' : `Set price in ${plural(priced.length, 'slot')}`}</Button>
            <Button onClick={() => setChosen(priced.length === places.length ? new Set() : new Set(places.map(keyOf)))}>{priced.length === places.length ? 'Choose none' : 'Choose all'}</Button>
          </div>
        )}
        <ul className="rows">
          {places?.map((place) => (
            <li key={keyOf(place)} className="product-place">
              {several && <Checkbox className="no-print" checked={isChosen(place)} onChange={({ target }) => choose(place, target.checked)} aria-label={`Choose ${place.name}, slot ${place.slot}`} />}
              <code className="slot">{place.slot}</code>
              <span className="row-main"><Link to={paths.machine(place.machineId) + asOfSearch(asOf)}>{place.name}</Link><small>{place.address}</small><MachineState machine={place} /></span>
              <StockBar left={place.quantity} room={place.maxQuantity} lowStockPercent={place.lowStockPercent} />
              <span className="product-price"><strong className="figures">{formatAmount(place.price, place.currency)}</strong><small>{place.ownPrice === null ? 'Product price' : 'Own price'}</small></span>
              {mayPrice && <Button size="small" aria-label={`Set price in ${place.name}, slot ${place.slot}`} onClick={() => setPricing([place])}>Set price</Button>}
            </li>
          ))}
        </ul>
      </Section>
      {first && <PriceDialog product={product} places={[first, ...others]} onClose={() => setPricing([])} />}
    </div>
  );
}
