/** What the product screens ask the server. */
import type { listProducts, ProductForm, ProductHistory, ProductView } from '@larder/contracts/catalog.js';
import type { exportProducts, ProductImportReport } from '@larder/contracts/product-files.js';
import type { ProductMachine, ProductSales } from '@larder/contracts/sales/product-sales.js';
import type { Out } from '@larder/contracts/request.js';
import { api } from '../../lib/api.js';
import { asFailure } from '../../lib/failure-text.js';
import type { ProductFilters } from './product-filters.js';

export const PAGE_SIZE = 12;
type ProductsPage = Out<typeof listProducts>;
export interface ImportOrder {
  fileName: string;
  csv: string;
  /** Only say what would happen. */
  dryRun: boolean;
}
interface ProductChange {
  id: string;
  /** What the change was made on. */
  version: number;
  form: ProductForm;
}
interface AsOf {
  /** None means now. */
  asOf?: string;
}
type OneProduct = AsOf & { id: string };
interface SlotPrice {
  machineId: string;
  slot: string;
  /** null: the product's own again. `was`: what it is set on. */
  price: number | null;
  was: number | null;
  productId: string;
}

const AT = '/cognito-auth/products';
const at = (id: string, what = '') => `${AT}/${encodeURIComponent(id)}${what}`;

const productsApi = api.injectEndpoints({
  endpoints: (build) => ({
    products: build.query<ProductsPage, ProductFilters & AsOf>({
      query: (filters) => ({ url: AT, query: { limit: PAGE_SIZE, ...filters, search: filters.search.trim() } }),
      providesTags: ['products', 'sales'],
    }),
    categories: build.query<string[], void>({ query: () => ({ url: `${AT}/categories` }), providesTags: ['products'] }),
    product: build.query<ProductView, OneProduct>({ query: ({ id, asOf }) => ({ url: at(id), query: { asOf } }), providesTags: ['products', 'sales'] }),
    productHistory: build.query<ProductHistory, string>({ query: (id) => ({ url: at(id, '/history') }), providesTags: ['products'] }),
    productSales: build.query<ProductSales, OneProduct>({ query: ({ id, asOf }) => ({ url: at(id, '/sales'), query: { asOf } }), providesTags: ['sales'] }),
    productMachines: build.query<ProductMachine[], OneProduct>({ query: ({ id, asOf }) => ({ url: at(id, '/machines'), query: { asOf } }), providesTags: ['machines', 'products'] }),
    addProduct: build.mutation<{ product: ProductView }, { form: ProductForm; key: string }>({
      query: ({ form, key }) => ({ url: AT, method: 'POST', body: form, key }),
      invalidatesTags: (_answer, error) => (error ? [] : ['products']),
    }),
    changeProduct: build.mutation<{ product: ProductView }, ProductChange>({
      query: ({ id, version, form }) => ({ url: at(id), method: 'PUT', body: { ...form, imageUrl: form.imageUrl ?? null, version } }),
      invalidatesTags: (_answer, error) => (error ? [] : ['products', 'machines', 'alerts']),
    }),
    deleteProduct: build.mutation<{ id: string }, string>({
      query: (id) => ({ url: at(id), method: 'DELETE' }),
      invalidatesTags: (_answer, error) => (error ? [] : ['products']),
    }),
    restoreProduct: build.mutation<{ product: ProductView }, string>({
      query: (id) => ({ url: at(id, '/restore'), method: 'POST' }),
      invalidatesTags: (_answer, error) => (error ? [] : ['products']),
    }),
    storeImage: build.mutation<{ imageUrl: string }, string>({ query: (data) => ({ url: `${AT}/images`, method: 'POST', body: { data } }) }),
    priceSlot: build.mutation<unknown, SlotPrice>({
      query: ({ machineId, slot, ...body }) => ({ url: `/cognito-auth/machines/${encodeURIComponent(machineId)}/inventory/${encodeURIComponent(slot)}/price`, method: 'PUT', body }),
      // Whoever was overtaken looks at what is old.
      invalidatesTags: (_answer, error) => (error && asFailure(error)?.status !== 409 ? [] : ['machines']),
    }),
    exportProducts: build.mutation<Out<typeof exportProducts>, void>({ query: () => ({ url: `${AT}/export` }) }),
    importProducts: build.mutation<{ importId: string }, ImportOrder>({ query: (body) => ({ url: `${AT}/import`, method: 'POST', body }) }),
    productImport: build.query<ProductImportReport, string>({ query: (importId) => ({ url: `${AT}/import/${encodeURIComponent(importId)}` }), keepUnusedDataFor: 0 }),
  }),
});
export const {
  useProductsQuery, useCategoriesQuery, useProductQuery, useProductHistoryQuery, useProductSalesQuery, useProductMachinesQuery,
  useAddProductMutation, useChangeProductMutation, useDeleteProductMutation, useRestoreProductMutation, useStoreImageMutation, usePriceSlotMutation, useExportProductsMutation, useImportProductsMutation,
} = productsApi;

const IMPORT_POLL_MS = 300;

/** How far an import has come, asked again until it has ended. */
export function useProductImportReport(importId: string | undefined): { report?: ProductImportReport; error?: unknown } {
  const { useQueryState, useQuerySubscription } = productsApi.endpoints.productImport;
  const skip = importId === undefined;
  const { currentData: report, error } = useQueryState(importId ?? '', { skip });
  const ended = report !== undefined && report.state !== 'running';
  useQuerySubscription(importId ?? '', { skip, pollingInterval: ended ? 0 : IMPORT_POLL_MS });
  return { report, error };
}
