/** What is in a machine, slot by slot, and what can be done about it. */
import { dueUnits } from '@larder/contracts/fleet/best-before.js';
import { isLow, type MachineView } from '@larder/contracts/fleet.js';
import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { ago, capitalized } from '../../../lib/format.js';
import { formatAmount } from '../../../lib/money-and-time.js';
import { useMayChange } from '../../../lib/session/session-api.js';
import { dayAt } from '../../../lib/time/day-at.js';
import { useAsOf } from '../../../lib/time/use-as-of.js';
import { useNow } from '../../../lib/time/use-now.js';
import { Blank } from '../../../ui/blank.js';
import { StockBar } from '../../../ui/machine-state.js';
import { MoreMenu, type Deeds } from '../../../ui/more-menu.js';
import { Section } from '../../../ui/section.js';
import { lastingOf, lastsText, sellsText, usePaces, type PaceOf } from '../lasting.js';
import { RestockMachineDialog } from '../restock/restock-machine-dialog.js';
import { AddProductDialog } from './add-product-dialog.js';
import { freshnessNotes } from './freshness.js';
import { LayOutDialog } from './lay-out-dialog.js';
import { CountDialog, LossDialog, ParDialog, RemoveDialog, RestockDialog, TakeOutDialog } from './slot-dialogs.js';

type Item = MachineView['inventory'][number];
type Deed = 'restock' | 'takeOut' | 'loss' | 'count' | 'par' | 'remove';

const dialogs = { restock: RestockDialog, takeOut: TakeOutDialog, loss: LossDialog, count: CountDialog, par: ParDialog, remove: RemoveDialog } satisfies Record<Deed, unknown>;
const deeds = [{ key: 'restock', label: 'Restock…' }, { key: 'count', label: 'Correct count…' }, { key: 'loss', label: 'Record loss…' }, { key: 'par', label: 'Par level…' }, { key: 'remove', label: 'Remove…', danger: true }] satisfies Deeds<Deed>;

export function InventorySection({ machine }: { machine: MachineView }) {
  const may = useMayChange('machines.manage_inventory') === true;
  const { hash } = useLocation();
  // The slots come after the page did, and a browser looks once only.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  const [open, setOpen] = useState<'add' | 'fill' | 'layOut'>();
  const close = () => setOpen(undefined);
  const [chosen, setChosen] = useState<{ item: Item; deed: Deed }>();
  // A colleague may give the slot free meanwhile, or put something else there: what was typed stays about what it was typed for, and sending it says so.
  const item = machine.inventory.find(({ slot, product }) => slot === chosen?.item.slot && product.id === chosen.item.product.id) ?? chosen?.item;
  const Dialog = chosen && dialogs[chosen.deed];
  const { asOf } = useAsOf();
  const { paceOf } = usePaces(machine.machineId);
  const clock = useNow(60_000);
  const now = asOf ? Date.parse(asOf) : clock;
  return (
    <Section title="Inventory" extra={may && (
      <span className="commands">
        {machine.inventory.length === 0 && <Button onClick={() => setOpen('layOut')}>Like Another Machine…</Button>}
        {machine.inventory.length > 1 && <Button onClick={() => setOpen('fill')}>Restock All…</Button>}
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('add')}>Add Product</Button>
      </span>
    )}>
      {machine.inventory.length === 0 ? <Blank title="No slots filled">Nothing has been put into this machine yet.</Blank> : (
        <ul id="slots" className="slots">
          {machine.inventory.map((one) => <Slot key={one.slot} item={one} machine={machine} now={now} paceOf={asOf ? NOT_KNOWN : paceOf} onDeed={may ? (deed) => setChosen({ item: one, deed }) : undefined} />)}
        </ul>
      )}
      {open === 'fill' && <RestockMachineDialog machine={machine} onClose={close} />}
      {open === 'layOut' && <LayOutDialog machine={machine} onClose={close} />}
      {open === 'add' && <AddProductDialog machine={machine} onClose={close} />}
      {/* One that was left while its answer was still to come closes itself, not the next. */}
      {item && Dialog && <Dialog machine={machine} item={item} onClose={() => setChosen((now) => (now === chosen ? undefined : now))} />}
    </Section>
  );
}

interface SlotProps {
  item: Item;
  machine: MachineView;
  now: number;
  paceOf: PaceOf;
  onDeed: ((deed: Deed) => void) | undefined;
}

/** Of a moment that has been: what is known is today's. */
const NOT_KNOWN: PaceOf = () => undefined;

function Slot({ item, machine, now, paceOf, onDeed }: SlotProps) {
  const { currency, lowStockPercent, timeZone } = machine;
  const { slot, product, quantity, maxQuantity, lastRestocked, ownPrice, unseen } = item;
  const today = dayAt(timeZone, new Date(now).toISOString());
  const pace = [lastsText(lastingOf(item, machine, paceOf)), sellsText(paceOf(machine.machineId, product.id))].filter((text) => text !== undefined).join(' · ');
  return (
    <li id={`slot-${slot}`}>
      <div className="between">
        <code className="slot">{slot}</code>
        {product.inactive && <span className="pill medium">Inactive</span>}
        {isLow(quantity, maxQuantity, lowStockPercent) && (quantity <= 0 || !product.inactive) && <span className="pill high">{quantity <= 0 ? 'Empty' : 'Low'}</span>}
      </div>
      {unseen && <small className="warn">No sensor: what is taken here is not charged</small>}
      {freshnessNotes(item, today).map(({ text, isPast }) => <small key={text} className={isPast ? 'warn' : undefined}>{text}</small>)}
      <strong>{product.name}</strong>
      <small>{[product.sku, product.category].filter(Boolean).join(' · ')}</small>
      <span>{product.unknown && ownPrice === null ? '—' : formatAmount(product.price, currency)}{ownPrice !== null && <> <span className="pill info">Own price</span></>}</span>
      <StockBar left={quantity} room={maxQuantity} lowStockPercent={lowStockPercent} />
      <small>Restocked: {ago(lastRestocked, now)}</small>
      {pace && <small>{capitalized(pace)}</small>}
      {onDeed && (
        <div className="slot-deeds">
          {dueUnits([item], today).past > 0 && <Button size="small" aria-label={`Take out of slot ${slot} what is past its day`} onClick={() => onDeed('takeOut')}>Take out…</Button>}
          <Button size="small" aria-label={`Restock slot ${slot}`} onClick={() => onDeed('restock')}>Restock</Button>
          <MoreMenu size="small" type="text" aria-label={`More actions for slot ${slot}`} deeds={deeds.slice(1)} onDeed={onDeed}>More</MoreMenu>
        </div>
      )}
    </li>
  );
}
