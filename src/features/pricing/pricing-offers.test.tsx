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
  methods: null,
  place: 'Germany',
  costs: { title: 'Costs', text: '', copied: null, rows: [] },
};

function show(noSale: Pricing['noSale']) {
  const onChoose = vi.fn();
  render(
    <PricingOffers
      pricing={{ ...pricing, noSale }}
      renderStart={(text) => <a href="/">{text}</a>}
      onChoose={onChoose}
    />,
  );
  return onChoose;
}

afterEach(cleanup);

const buttons = () =>
  screen.queryAllByRole('button', { hidden: true }).map(({ textContent }) => textContent);

it('lets the visitor choose each offer', () => {
  const onChoose = show(null);
  expect(buttons()).toEqual(['Choose', 'Choose']);
  fireEvent.click(screen.getAllByRole('button', { name: 'Choose the pack' })[0] as HTMLElement);
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('pack-100');
});

it('has one button, for another country, if nothing can be paid', () => {
  const onChoose = show({ text: 'You can’t pay here.', action: 'Choose a country' });
  expect(screen.getByText('You can’t pay here.')).toBeTruthy();
  expect(buttons()).toEqual(['Choose a country']);
  fireEvent.click(screen.getByRole('button'));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('pack-100');
});

it('has no button if nothing can be paid anywhere', () => {
  show({ text: 'The shop is closed.', action: null });
  expect(buttons()).toEqual([]);
});
