// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Terms } from '../../../machines/checkout/checkout.selectors.ts';
import { renderAtRest } from '../../../tools/testing/render-at-rest.tsx';
import { Lead, TaxWords } from './checkout-parts.tsx';

const terms: Terms = {
  kind: 'pack',
  credits: 100,
  amount: 399,
  currency: 'EUR',
  tax: 64,
  taxBasisPoints: 1900,
  taxName: 'VAT',
  photos: 20,
  perPhoto: 20,
  renewal: null,
  duration: 12,
  durationUnit: 3,
};

it.each<[changes: Partial<Terms>, words: string]>([
  [{}, 'incl. 19% VAT: €0.64'],
  [{ taxBasisPoints: 1, tax: 0 }, 'incl. 0.01% VAT: €0.00'],
  [{ taxBasisPoints: 0, tax: 0, taxName: '' }, 'No tax is added'],
])('shows which part of the price is tax: %j', async (changes, words) => {
  const { container } = await renderAtRest(<TaxWords terms={{ ...terms, ...changes }} />);
  expect(container.textContent).toBe(words);
});

it('focuses the lead, which Tab skips', async () => {
  await renderAtRest(<Lead>Your order</Lead>);
  const lead = screen.getByText('Your order');
  expect(document.activeElement).toBe(lead);
  // the tabindex is checked separately, because happy-dom focuses a paragraph even without a
  // tabindex
  expect(lead.getAttribute('tabindex')).toBe('-1');
});
