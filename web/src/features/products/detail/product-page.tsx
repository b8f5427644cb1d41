/** One product: what it costs, what it brings, where it is and what became of it. */
import type { ProductView } from '@larder/contracts/catalog.js';
import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { Breadcrumb, Button } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { useAsOf } from '../../../lib/time/use-as-of.js';
import { asFailure } from '../../../lib/failure-text.js';
import { usePolling } from '../../../lib/live/live.js';
import { paths } from '../../../lib/paths.js';
import { useMayChange } from '../../../lib/session/session-api.js';
import { toShow } from '../../../lib/to-show.js';
import { useLeave } from '../../../lib/use-leave.js';
import { LookBackButton, LookingBack } from '../../../ui/as-of.js';
import { FailureBox } from '../../../ui/failure-box.js';
import { late } from '../../../ui/late.js';
import { Coming, LoadingRows } from '../../../ui/loading.js';
import { PageHeader } from '../../../ui/page-header.js';
import { DeleteDialog } from '../delete-dialog.js';
import { useProductQuery } from '../products-api.js';
import { useCurrency, useIsCurrencyComing } from '../use-currency.js';
import { NoProduct } from './deleted-product.js';
import { Allergens, Details, Pricing } from './product-facts.js';
import { ProductHistorySection } from './product-history.js';
import { MachinesSection } from './product-machines.js';
import { SalesSection } from './product-sales.js';
import '../products.css';

const ProductDialog = late(async () => (await import('../dialog/product-dialog.js')).ProductDialog);

export function Component() {
  const { productId = '' } = useParams();
  const answer = useProductQuery({ id: productId, asOf: useAsOf().asOf }, usePolling());
  const { currentData, error, isError, refetch } = answer;
  const product = toShow(answer);
  const isCurrencyComing = useIsCurrencyComing();
  const missing = asFailure(error)?.status === 404;
  if (product && product.id === productId && !missing) return <Product product={product} isComing={!currentData || isCurrencyComing} stale={isError} onRetry={refetch} error={error} />;
  return (
    <>
      <Crumbs name={missing ? 'Product not found' : 'Product'} />
      {isError && <LookingBack>{missing ? 'It may not have been there yet.' : 'It could not be read.'}</LookingBack>}
      {missing && <NoProduct productId={productId} onRetry={refetch} />}
      {isError && !missing && <FailureBox text="Failed to load product data" error={error} onRetry={refetch} />}
      {!isError && <div className="section"><LoadingRows rows={8} label="Loading product" /></div>}
      <p><Link to={paths.products}>Back to Products</Link></p>
    </>
  );
}

const Crumbs = ({ name }: { name: string }) => <Breadcrumb items={[{ title: <Link to={paths.dashboard}>Dashboard</Link> }, { title: <Link to={paths.products}>Products</Link> }, { title: name }]} />;

interface Props {
  product: ProductView;
  /** It is that of another moment than is asked for, as which its figures would pass, or nobody knows yet what currency they are in. */
  isComing: boolean;
  stale: boolean;
  error: unknown;
  onRetry(): void;
}

function Product({ product, isComing, stale, error, onRetry }: Props) {
  useHashTarget();
  return (
    <>
      <Crumbs name={product.name} />
      <PageHeader title={product.name} badge={<span className={`pill ${product.isActive ? 'good' : 'medium'}`}>{product.isActive ? 'Active' : 'Inactive'}</span>} subtitle={<code>{product.sku}</code>} actions={<Actions product={product} isComing={isComing} />} />
      <LookingBack>What became of it is shown whole.</LookingBack>
      {stale && <FailureBox stale text="Failed to load product data" error={error} onRetry={onRetry} />}
      {isComing ? <div className="section"><LoadingRows rows={8} label="Loading product" /></div> : <Parts product={product} />}
      <p><Link to={paths.products}>Back to Products</Link></p>
    </>
  );
}

function Parts({ product }: Pick<Props, 'product'>) {
  const currency = useCurrency();
  return (
    <>
      <div className="columns">
        <div className="stack"><Pricing product={product} currency={currency} /><SalesSection productId={product.id} /></div>
        <div className="stack"><Details product={product} /><Allergens allergens={product.allergens} /></div>
      </div>
      <MachinesSection product={product} />
      <ProductHistorySection productId={product.id} currency={currency} />
    </>
  );
}

function Actions({ product, isComing }: Pick<Props, 'product' | 'isComing'>) {
  const leave = useLeave();
  const { asOf } = useAsOf();
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const mayChange = useMayChange('products.update') && !isComing;
  const mayDelete = useMayChange('products.delete') && !isComing;
  const close = () => setOpen(undefined);
  return (
    <>
      <Link to={paths.inventoryOf(product.id, asOf)}>View Inventory</Link>
      <LookBackButton />
      {mayChange && <Button icon={<EditOutlined />} onClick={() => setOpen('edit')}>Edit</Button>}
      {mayDelete && <Button danger icon={<DeleteOutlined />} onClick={() => setOpen('delete')}>Delete</Button>}
      {open === 'edit' && <Suspense fallback={<Coming />}><ProductDialog product={product} onClose={close} /></Suspense>}
      {open === 'delete' && <DeleteDialog product={product} onDone={() => leave(paths.products, { replace: true })} onClose={close} />}
    </>
  );
}

/** Goes to the part of the page that the address names, once it is there. */
function useHashTarget(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, key]);
}
