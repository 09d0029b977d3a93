// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { PricedOffer, Pricing } from '../../../machines/model/pricing.ts';
import { PricingOffers } from './pricing-offers.tsx';

const offer: PricedOffer = {
  code: 'pack-100',
  name: 'Pack',
  credits: '100 credits',
  price: '€3.99',
  paid: 'paid once',
  facts: [],
  isBest: false,
  saving: null,
  choose: 'Choose the pack',
};

const pricing: Pricing = {
  locale: 'en',
  country: 'DE',
  currency: 'EUR',
  free: { title: 'Free', facts: [], action: 'Improve a photo' },
  offers: {
    title: 'Offers',
    best: '',
    choose: 'Choose',
    main: [offer],
    moreTitle: 'More',
    more: [offer],
  },
  noSale: null,
  choice: {
    label: 'Country',
    action: 'Show prices',
    countries: [
      { code: 'BR', name: 'Brazil' },
      { code: 'DE', name: 'Germany' },
    ],
  },
  methods: null,
  place: 'Germany',
  costs: { title: 'Costs', text: '', copied: null, rows: [] },
};

function show(noSale: Pricing['noSale']) {
  const [onCountry, onChoose] = [vi.fn(), vi.fn()];
  render(
    <PricingOffers
      pricing={{ ...pricing, noSale }}
      renderStart={(text) => <a href="/">{text}</a>}
      onCountry={onCountry}
      onChoose={onChoose}
    />,
  );
  return { onCountry, onChoose };
}

afterEach(cleanup);

const buttons = () =>
  screen.queryAllByRole('button', { hidden: true }).map(({ textContent }) => textContent);

it('lets the visitor choose each offer', () => {
  const { onChoose } = show(null);
  expect(buttons()).toEqual(['Choose', 'Choose']);
  fireEvent.click(screen.getAllByRole('button', { name: 'Choose the pack' })[0] as HTMLElement);
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('pack-100');
});

it('has no button if nothing can be paid', () => {
  show({ text: 'You can’t pay here.', action: null });
  expect(screen.getByText('You can’t pay here.')).toBeTruthy();
  expect(buttons()).toEqual([]);
});

it('has a form for the country, which also works without scripts (R46)', () => {
  const { onCountry } = show(null);
  const select = screen.getByRole('combobox', { name: 'Country' });
  expect(select).toHaveProperty('value', 'DE');
  fireEvent.change(select, { target: { value: 'BR' } });
  const form = select.closest('form') as HTMLFormElement;
  expect([form.method, [...new FormData(form)]]).toEqual(['get', [['shop', 'BR']]]);
  expect(onCountry).toHaveBeenCalledExactlyOnceWith('BR');
});
