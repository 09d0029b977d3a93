// @vitest-environment happy-dom
import Cookies from 'js-cookie';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '../../../machines/model/user.ts';
import type { LoggedEvent } from '../../../machines/ports/outside-service.port.ts';
import { createAdReport } from './ad-report.ts';
import { createGaForwarder } from './ga-forwarder.ts';
import { createMetaForwarder } from './meta-forwarder.ts';
import { createTiktokForwarder } from './tiktok-forwarder.ts';

const loaded = vi.hoisted(() => [] as string[]);
vi.mock('./load-script.ts', () => ({
  loadScript: async (src: string) => {
    loaded.push(src);
  },
}));

const event = (name: string, parameters: LoggedEvent['parameters'] = {}): LoggedEvent => ({
  name,
  parameters,
  at: 0,
});
const paid = event('price_paysuccessful', { order: 'LW-1', amount: 499, currency: 'EUR' });
const inYen = event('click_pay', { amount: 499, currency: 'JPY' });

type Pixels = {
  dataLayer?: IArguments[];
  fbq?: { queue: unknown[][] };
  ttq?: unknown[];
  'ga-disable-G-1'?: boolean;
};
const pixels = window as unknown as Pixels;

beforeEach(() => {
  loaded.length = 0;
  for (const name of ['dataLayer', 'fbq', '_fbq', 'ttq']) Reflect.deleteProperty(pixels, name);
});

describe('Google Analytics', () => {
  const said = () => (pixels.dataLayer ?? []).map((one) => [...one]);

  it('gets its consent signals before its code, and advertising is never granted', async () => {
    const loading = createGaForwarder('G-1');
    const [first, second] = said();
    expect(first?.slice(0, 2)).toEqual(['consent', 'default']);
    expect(new Set(Object.values(first?.[2] as object))).toEqual(new Set(['denied']));
    expect(second).toEqual(['consent', 'update', { analytics_storage: 'granted' }]);
    await loading;
    expect(loaded).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-1']);
  });

  it('receives the user before each event (R57)', async () => {
    const { forward } = await createGaForwarder('G-1');
    forward(event('page_view', { page: 'home' }), '7');
    forward(event('task_end'), null);
    expect(said().slice(-4)).toEqual([
      ['set', { user_id: '7' }],
      ['event', 'page_view', { page: 'home', send_to: 'G-1' }],
      ['set', { user_id: undefined }],
      ['event', 'task_end', { send_to: 'G-1' }],
    ]);
  });

  it('is switched off by a withdrawal, and on again', async () => {
    const { withdraw } = await createGaForwarder('G-1');
    expect(pixels['ga-disable-G-1']).toBe(false);
    await withdraw();
    expect(pixels['ga-disable-G-1']).toBe(true);
    expect(said().at(-1)?.[2]).toMatchObject({ analytics_storage: 'denied' });
  });
});

describe('the TikTok pixel', () => {
  it('uses its own names for three events, and for pages (R56)', async () => {
    const { forward, withdraw } = await createTiktokForwarder('C1');
    for (const one of [event('page_view'), event('sign_success'), inYen, paid]) forward(one, '7');
    forward(event('task_end'), '7');
    await withdraw();
    expect(loaded).toEqual(['https://analytics.tiktok.com/i18n/pixel/events.js?sdkid=C1&lib=ttq']);
    expect([...(pixels.ttq ?? [])]).toEqual([
      ['grantConsent'],
      ['page'],
      ['track', 'CompleteRegistration', {}, {}],
      ['track', 'PlaceAnOrder', { value: 499, currency: 'JPY' }, {}],
      [
        ...['track', 'CompletePayment', { value: 4.99, currency: 'EUR' }],
        { event_id: 'price_paysuccessful.LW-1' },
      ],
      ['revokeConsent'],
      ['disableCookie'],
    ]);
  });
});

describe('the Meta pixel', () => {
  it('uses its own names for the same events, and adds no listeners', async () => {
    const reported: string[] = [];
    const { forward, withdraw } = await createMetaForwarder('1', async (name) => {
      reported.push(name);
    });
    for (const one of [event('page_view'), paid, event('task_end')]) forward(one, '7');
    await withdraw();
    const again = await createMetaForwarder('1', async () => {});
    await again.withdraw();
    expect(pixels.fbq?.queue).toEqual([
      ['set', 'autoConfig', false, '1'],
      ['init', '1'],
      ['consent', 'grant'],
      ['trackSingle', '1', 'PageView', {}, {}],
      [
        ...['trackSingle', '1', 'Purchase', { value: 4.99, currency: 'EUR' }],
        { eventID: 'price_paysuccessful.LW-1' },
      ],
      ['consent', 'revoke'],
      ['consent', 'grant'],
      ['consent', 'revoke'],
    ]);
    expect(reported).toEqual(['page_view', 'price_paysuccessful', 'task_end']);
  });
});

describe('the report to the server', () => {
  const report = async (caller: Caller) => {
    const sent: { url: string; init: RequestInit }[] = [];
    const body = vi.fn();
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      sent.push({ url, init });
      return { json: body, text: body };
    });
    const tell = createAdReport({
      baseUrl: 'https://api.example',
      isProduction: true,
      metaPixelId: '12345',
      website: 'site-1',
      locale: () => 'ja',
      caller: async () => caller,
    });
    await tell('sign_success');
    expect(body).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
    return sent[0];
  };

  it('has the campaign, the pixel’s cookies and the number from the analytics cookie (R58)', async () => {
    const campaign = { channel: 'c7', gclid: 'g', wbraid: 'w' };
    for (const [name, value] of Object.entries(campaign)) localStorage.setItem(name, value);
    Cookies.set('_ga', 'GA1.1.123.456');
    Cookies.set('_fbp', 'fb.1.2');
    const sent = await report({ kind: 'user', token: 't-1' });
    expect(sent?.url).toBe('https://api.example/v1/event');
    expect(sent?.init).toMatchObject({ method: 'POST', cache: 'no-store' });
    expect(sent?.init.headers).toEqual({
      'content-type': 'application/json',
      'accept-language': 'ja',
      website: 'site-1',
      token: 't-1',
      'cache-control': 'no-cache',
      pragma: 'no-cache',
    });
    expect(JSON.parse(String(sent?.init.body))).toEqual({
      test: false,
      channel: 'c7',
      name: 'sign_success',
      adInfosDto: {
        facebook: { fbPixId: '12345', fbc: '', fbp: 'fb.1.2' },
        ga: { gaCid: '123.456', gclid: 'g', wbraid: 'w' },
      },
    });
  });

  it('has an empty token for a guest', async () => {
    expect((await report({ kind: 'guest' }))?.init.headers).toMatchObject({ token: '' });
  });

  it('is neither shown nor repeated if it fails (R58)', async () => {
    const fetching = vi.fn().mockRejectedValue(new TypeError('offline'));
    vi.stubGlobal('fetch', fetching);
    const tell = createAdReport({
      baseUrl: '',
      isProduction: true,
      metaPixelId: '1',
      website: '',
      locale: () => 'en',
      caller: async () => ({ kind: 'guest' }),
    });
    await expect(tell('page_view')).resolves.toBeUndefined();
    expect(fetching).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  });
});
