/** A product of the catalogue as a card. */
import type { ProductView } from '@larder/contracts/catalog.js';
import { DeleteOutlined, EditOutlined, UndoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Link } from 'react-router';
import { asOfSearch } from '../../lib/time/as-of.js';
import { useAsOf } from '../../lib/time/use-as-of.js';
import { paths } from '../../lib/paths.js';
import { useMayChange } from '../../lib/session/session-api.js';
import { amountOr, numberOr, profitOf } from './money.js';
import { ProductPicture } from './product-picture.js';
import { useRestore } from './use-restore.js';

interface Props {
  product: ProductView;
  currency: string;
  onEdit(): void;
  onDelete(): void;
}

export function ProductCard({ product, currency, onEdit, onDelete }: Props) {
  const { id, name, sku, category, imageUrl, isActive, deleted } = product;
  const mayChange = useMayChange('products.update');
  const mayDelete = useMayChange('products.delete');
  const search = asOfSearch(useAsOf().asOf);
  const facts = [
    ['Price', amountOr(product.price, currency)], ['Cost', amountOr(product.cost, currency)], ['Profit per unit', profitOf(product, currency)],
    ['Sales, 30 days', numberOr(product.totalSales30d)], ['Revenue, 30 days', amountOr(product.totalRevenue30d, currency)],
  ] as const;
  return (
    <li className={isActive && !deleted ? 'product-card' : 'product-card inactive'}>
      <div className="product-head">
        <ProductPicture name={name} imageUrl={imageUrl} />
        <span className="row-main"><Link to={{ pathname: paths.product(id), search }}>{name}</Link><code>{sku}</code><span className="product-tags"><span className="pill plain">{category}</span>{!isActive && <span className="pill medium">Inactive</span>}{deleted && <span className="pill medium">Deleted</span>}</span></span>
      </div>
      <dl className="facts">{facts.map(([label, value]) => <div key={label}><dt>{label}</dt><dd className="figures">{value}</dd></div>)}</dl>
      {deleted && mayDelete && <div className="product-actions"><RestoreButton product={product} /></div>}
      {!deleted && (mayChange || mayDelete) && (
        <div className="product-actions">
          {mayChange && <Button size="small" icon={<EditOutlined />} aria-label={`Edit ${name}`} onClick={onEdit}>Edit</Button>}
          {mayDelete && <Button size="small" type="text" danger icon={<DeleteOutlined />} aria-label={`Delete ${name}`} onClick={onDelete}>Delete</Button>}
        </div>
      )}
    </li>
  );
}

function RestoreButton({ product }: { product: ProductView }) {
  const { restore, busy } = useRestore(product.id);
  return <Button size="small" icon={<UndoOutlined />} loading={busy} aria-label={`Restore ${product.name}`} onClick={restore}>Restore</Button>;
}
