/** What a product is and what it costs. */
import type { ProductView } from '@larder/contracts/catalog.js';
import type { ReactNode } from 'react';
import { formatNumber, zoneName } from '../../../lib/format.js';
import { formatDateTime } from '../../../lib/money-and-time.js';
import { useZone } from '../../../lib/time/use-zone.js';
import { Section } from '../../../ui/section.js';
import { amountOr } from '../money.js';
import { ProductPicture } from '../product-picture.js';

const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="facts">{facts.map(([label, value]) => <div key={label}><dt>{label}</dt><dd className="figures">{value}</dd></div>)}</dl>
);

export function Pricing({ product, currency }: { product: ProductView; currency: string }) {
  const { price, cost, profitPerUnit, profitMargin, taxRate } = product;
  return (
    <Section title="Pricing">
      <Facts facts={[['Price', amountOr(price, currency)], ['Cost', amountOr(cost, currency)], ['Profit per unit', amountOr(profitPerUnit, currency)], ['Profit margin', profitMargin === null ? '—' : `${profitMargin}%`], ['Tax in its price', taxRate === null ? 'That of the machine' : `${taxRate}%`]]} />
      {cost !== null && taxRate !== 0 && <p className="quiet">{taxRate === null ? 'Profit and margin are before the tax that prices of the machine include.' : 'Profit and margin are what is left after its tax.'}</p>}
      {cost === null && <p className="quiet">Its cost is not known, so there is no profit to show.</p>}
    </Section>
  );
}

export function Details({ product: { name, sku, category, weight, imageUrl, createdAt } }: { product: ProductView }) {
  const zone = useZone();
  return (
    <Section title="Details">
      {imageUrl && <div className="product-portrait"><ProductPicture name={name} imageUrl={imageUrl} /></div>}
      <Facts facts={[['SKU', <code key="sku">{sku}</code>], ['Category', category], ['Weight', weight === null ? '—' : `${formatNumber(weight)} g`], ['Added', zone ? `${formatDateTime(createdAt, zone)}, ${zoneName(zone)}` : '—']]} />
    </Section>
  );
}

export const Allergens = ({ allergens }: { allergens: readonly string[] }) => (
  <Section title="Allergens">
    {allergens.length === 0 ? <p className="quiet">None listed.</p> : <ul className="product-tags">{allergens.map((one) => <li key={one} className="pill medium">{one}</li>)}</ul>}
  </Section>
);
