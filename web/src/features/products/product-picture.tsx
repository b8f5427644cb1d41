/** The picture of a product, or its initial where there is none or it cannot be had. */
import { useState } from 'react';
import { initialOf } from '../../lib/initial-of.js';

export function ProductPicture({ name, imageUrl }: { name: string; imageUrl: string | undefined }) {
  const [broken, setBroken] = useState<string>();
  if (!imageUrl || imageUrl === broken) return <span className="product-picture none" aria-hidden="true">{initialOf(name).toUpperCase() || '?'}</span>;
  // It says nothing that the name beside it does not.
  return <img className="product-picture" src={imageUrl} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setBroken(imageUrl)} />;
}
