// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { loadPricing } from './page-pricing.ts';

const pricing = {
  locale: 'de',
  country: 'DE',
  currency: 'EUR',
  free: { title: 'Gratis', facts: [], action: 'Los' },
  offers: { title: '', best: '', choose: '', main: [], moreTitle: '', more: [] },
  noSale: null,
  choice: null,
  methods: null,
  place: '',
  costs: { title: '', text: '', copied: null, rows: [] },
};

const answer = (obj: unknown, status = 200) =>
  vi.stubGlobal('fetch', async () => Response.json({ success: '1', msg: '', obj }, { status }));

beforeEach(() => {
  document.body.innerHTML = '';
});

it('loads the prices, without fields that the contract lacks', async () => {
  answer({ ...pricing, secret: 1 });
  expect(await loadPricing('', 'de')).toEqual(pricing);
});

it.each([null, {}, { ...pricing, offers: { ...pricing.offers, main: null } }])(
  'refuses the answer %j, which does not match the contract',
  async (obj) => {
    answer(obj);
    await expect(loadPricing('', 'de')).rejects.toThrow(/^pricing/);
  },
);

it('fails if the server refuses the call', async () => {
  answer(pricing, 503);
  await expect(loadPricing('', 'de')).rejects.toThrow('HTTP 503');
});

it('takes the prices that the server has inserted into the document', async () => {
  document.body.innerHTML = `<script type="application/json" id="pricing-data">${JSON.stringify(pricing)}</script>`;
  vi.stubGlobal('fetch', () => expect.unreachable());
  expect(await loadPricing('', 'de')).toEqual(pricing);
});

it('loads the prices of another country than that of the document, and its prices only once (R46)', async () => {
  document.body.innerHTML = `<script type="application/json" id="pricing-data">${JSON.stringify(pricing)}</script>`;
  const fetch = vi.fn(async (_: string) =>
    Response.json({ success: '1', msg: '', obj: { ...pricing, country: 'PH' } }),
  );
  vi.stubGlobal('fetch', fetch);
  expect(await loadPricing('', 'de', 'PH')).toMatchObject({ country: 'PH' });
  expect(await loadPricing('', 'de')).toMatchObject({ country: 'PH' });
  expect(fetch.mock.calls.map(([url]) => url)).toEqual([
    '/v1/price/page?locale=de&country=PH',
    '/v1/price/page?locale=de',
  ]);
});

it('takes the prices of the document if they are those of the chosen country', async () => {
  document.body.innerHTML = `<script type="application/json" id="pricing-data">${JSON.stringify(pricing)}</script>`;
  vi.stubGlobal('fetch', () => expect.unreachable());
  expect(await loadPricing('', 'de', 'DE')).toEqual(pricing);
});
