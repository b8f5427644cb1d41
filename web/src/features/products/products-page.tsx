/** The catalogue: what the organization sells. */
import type { ProductView } from '@larder/contracts/catalog.js';
import { ImportOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useSearchParams, type NavigateOptions } from 'react-router';
import { useAsOf } from '../../lib/time/use-as-of.js';
import { usePolling } from '../../lib/live/live.js';
import { useMayChange } from '../../lib/session/session-api.js';
import { toShow } from '../../lib/to-show.js';
import { useOpened } from '../../lib/use-opened.js';
import { LookBackButton, LookingBack } from '../../ui/as-of.js';
import { Nothing } from '../../ui/blank.js';
import { FailureBox } from '../../ui/failure-box.js';
import { late } from '../../ui/late.js';
import { Coming, LoadingRows } from '../../ui/loading.js';
import { PageHeader } from '../../ui/page-header.js';
import { Pager, type TurnPage } from '../../ui/pager.js';
import { ResultNote } from '../../ui/result-note.js';
import { DeleteDialog } from './delete-dialog.js';
import { ExportButton } from './export-button.js';
import { ProductCard } from './product-card.js';
import { ProductFilterBar } from './product-filter-bar.js';
import { emptyText, readProductFilters, writeProductFilters, type ProductFilters } from './product-filters.js';
import { PAGE_SIZE, useProductsQuery } from './products-api.js';
import { useCurrency, useIsCurrencyComing } from './use-currency.js';
import './products.css';

const ProductDialog = late(async () => (await import('./dialog/product-dialog.js')).ProductDialog);
const ImportDialog = late(async () => (await import('./import/import-dialog.js')).ImportDialog);

type Open = { what: 'edit' | 'delete'; product: ProductView } | { what: 'import' };

export function Component() {
  const [query, setQuery] = useSearchParams();
  const [open, setOpen] = useState<Open>();
  const mayAdd = useMayChange('products.create');
  const { asOf, keep } = useAsOf();
  const filters = readProductFilters(query);
  const show = (next: ProductFilters, options?: NavigateOptions) => setQuery(keep(writeProductFilters(next)), options);
  const adding = useOpened('add');
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader title="Products" subtitle="What your machines can sell, what it costs and what it brings" actions={(
        <>
          <LookBackButton />
          {!asOf && <ExportButton />}
          {mayAdd && <Button icon={<ImportOutlined />} onClick={() => setOpen({ what: 'import' })}>Import</Button>}
          {mayAdd && <Button type="primary" icon={<PlusOutlined />} onClick={() => adding.open('true')}>Add Product</Button>}
        </>
      )} />
      <LookingBack />
      <div className="section"><ProductFilterBar filters={filters} onFilters={show} /></div>
      <Products filters={filters} onPage={(page, options) => show({ ...filters, page }, options)} onOpen={setOpen} />
      {mayAdd && adding.opened === 'true' && <Suspense fallback={<Coming />}><ProductDialog onClose={adding.close} /></Suspense>}
      <Suspense fallback={<Coming />}>
        {open?.what === 'edit' && <ProductDialog product={open.product} onClose={close} />}
        {open?.what === 'import' && <ImportDialog onClose={close} />}
      </Suspense>
      {open?.what === 'delete' && <DeleteDialog product={open.product} onClose={close} />}
    </>
  );
}

function Products({ filters, onPage, onOpen }: { filters: ProductFilters; onPage: TurnPage; onOpen(open: Open): void }) {
  const answer = useProductsQuery({ ...filters, asOf: useAsOf().asOf }, usePolling());
  const { currentData, error, isError, isFetching, fulfilledTimeStamp, refetch } = answer;
  const data = toShow(answer);
  const currency = useCurrency();
  const isCurrencyComing = useIsCurrencyComing();
  if (!data || isCurrencyComing) return isError ? <FailureBox text="Failed to load products" error={error} onRetry={refetch} /> : <div className="section"><LoadingRows rows={8} label="Loading products" /></div>;
  return (
    <>
      {isError && <FailureBox stale text="Failed to load products" sinceMs={fulfilledTimeStamp} error={error} onRetry={refetch} />}
      <ResultNote of={filters} answer={currentData} thing="product" />
      {data.total === 0 && <div className="section"><Nothing answer={currentData} title="No products found">{emptyText(filters)}</Nothing></div>}
      <ul className={isFetching && !currentData ? 'product-grid waiting' : 'product-grid'}>
        {data.products.map((product) => <ProductCard key={product.id} product={product} currency={currency} onEdit={() => onOpen({ what: 'edit', product })} onDelete={() => onOpen({ what: 'delete', product })} />)}
      </ul>
      <Pager page={data.page} pages={data.pages} total={data.total} pageSize={PAGE_SIZE} onPage={onPage} />
    </>
  );
}
