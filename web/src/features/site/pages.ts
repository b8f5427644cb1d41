/** The public pages by address. All but the landing page are loaded when they are wanted. */
import type { ComponentType } from 'react';
import { paths } from '../../lib/paths.js';
import { LandingPage } from './landing/landing-page.js';

interface Loaded {
  title: string;
  Page: ComponentType;
}

export async function loadPage(pathname: string): Promise<Loaded> {
  switch (pathname.replace(/\/+$/, '') || paths.home) {
    case paths.pricing: return { title: 'Pricing · Larder', Page: (await import('./pricing/pricing-page.js')).PricingPage };
    case paths.roiCalculator: return { title: 'ROI calculator · Larder', Page: (await import('./calculator/calculator-page.js')).CalculatorPage };
    case paths.features: return { title: 'Features · Larder', Page: (await import('./reading/features-page.js')).FeaturesPage };
    case paths.help: return { title: 'Help · Larder', Page: (await import('./reading/help-page.js')).HelpPage };
    case paths.docs: return { title: 'Documentation · Larder', Page: (await import('./reading/docs-page.js')).DocsPage };
    default: return { title: 'Larder: a small shop in every stay', Page: LandingPage };
  }
}
