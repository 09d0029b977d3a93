// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { campaignOfPath } from '../../machines/model/campaign.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { bootSettings } from './boot-settings.ts';

const works = 'data:text/javascript,';
const fails = 'data:text/javascript,throw new Error("not loaded")';

const body = `
  <main><p>words</p><div id="studio"></div>
    <button><img></button>
    <a href="/record">records</a><a href="/de" hreflang="de">Deutsch</a><a href="#content">skip</a>
    <label>choose<input type="file"></label><form><textarea></textarea></form>
  </main>
  <div id="bootNote" hidden></div>`;

const find = <Found extends HTMLElement>(selector: string) =>
  document.querySelector(selector) as Found;

type Settings = Partial<ReturnType<typeof bootSettings>> & { entry?: string };

/** Executes the script like a page does while the page is parsed. */
async function runBoot(settings: Settings = {}) {
  const script = document.createElement('script');
  const all = { ...bootSettings('home'), alone: '', entry: works, ...settings };
  Object.assign(script.dataset, all);
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  vi.resetModules();
  await import('./inline-boot.ts');
}

const asked = () => find<HTMLLinkElement>('.later').rel;

/** Returns what is requested when the visitor's tap is over. */
const askedAfterTap = () => {
  vi.advanceTimersByTime(200);
  return asked();
};
const kept = () => (window.early ?? []).map(([{ type }, files]) => [type, files?.length ?? null]);

function fire(target: EventTarget, type: string, extra: object = {}) {
  const event = new Event(type, { bubbles: true, cancelable: true });
  target.dispatchEvent(Object.assign(event, extra));
  return event;
}

const carrying = (...files: File[]) => ({ files, types: files.length > 0 ? ['Files'] : [] });
const photo = new File(['x'], 'cat.png', { type: 'image/png' });

let listening: Parameters<typeof addEventListener>[];

beforeEach(() => {
  vi.useFakeTimers();
  window.early = undefined;
  document.head.innerHTML = '<link class="later" as="script" href="/a.js">';
  document.body.innerHTML = body;
  vi.stubGlobal('studio', find('#studio'));
  vi.stubGlobal('bootNote', find('#bootNote'));
  history.replaceState(null, '', '/');
  localStorage.clear();
  listening = vi.spyOn(globalThis, 'addEventListener').mock.calls;
});

afterEach(() => {
  for (const [type, listener, options] of listening) {
    removeEventListener(type, listener as EventListener, options as boolean);
  }
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('stores a click on a button, marks the button and loads the page’s code', async () => {
  await runBoot();
  const heard = vi.fn();
  find('button').addEventListener('click', heard);
  expect(asked()).toBe('');
  const click = fire(find('img'), 'click');
  expect([click.defaultPrevented, heard.mock.calls]).toEqual([true, []]);
  expect(window.early?.[0]?.[0]).toBe(click);
  expect(find('button').dataset.early).toBe('');
  expect(asked()).toBe('');
  expect(askedAfterTap()).toBe('preload');
});

it('leaves links to the browser, except language links: only the chart saves the choice', async () => {
  await runBoot();
  expect(fire(find('[href="/record"]'), 'click').defaultPrevented).toBe(false);
  expect(kept()).toEqual([]);
  expect(fire(find('[hreflang]'), 'click').defaultPrevented).toBe(true);
  expect(kept()).toEqual([['click', null]]);
});

it('blocks every link while leaving would lose a stored action', async () => {
  await runBoot();
  fire(find('button'), 'click');
  expect(fire(find('[href="/record"]'), 'click').defaultPrevented).toBe(true);
  expect(kept()).toHaveLength(2);
});

it('stores files that are chosen, dropped or pasted, and forms', async () => {
  await runBoot();
  const input = find<HTMLInputElement>('input');
  Object.defineProperty(input, 'files', { configurable: true, value: [photo] });
  fire(input, 'change');
  fire(find('p'), 'drop', { dataTransfer: carrying(photo, photo) });
  fire(find('p'), 'paste', { clipboardData: carrying(photo) });
  fire(find('form'), 'submit');
  expect(kept()).toEqual([
    ['change', 1],
    ['drop', 2],
    ['paste', 1],
    ['submit', null],
  ]);
});

it('shows the photo that is chosen: one that browsers can decode, or the picture of a sample', async () => {
  await runBoot();
  const shown = () => find('#studio').style.getPropertyValue('--early');
  fire(find('[hreflang]'), 'click');
  expect(shown()).toBe('');
  find<HTMLImageElement>('img').src = 'https://example.com/cat-thumb.webp';
  fire(find('img'), 'click');
  expect(shown()).toBe('url(https://example.com/cat-thumb.webp)');
  const address = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:cat');
  fire(find('p'), 'drop', { dataTransfer: carrying(photo) });
  expect(shown()).toBe('url(blob:cat)');
  fire(find('p'), 'drop', { dataTransfer: carrying(photo, photo) });
  for (const type of ['image/heic', 'image/tiff', 'text/plain', '']) {
    fire(find('p'), 'drop', { dataTransfer: carrying(new File(['x'], 'cat', { type })) });
  }
  expect(address.mock.calls).toEqual([[photo]]);
});

it('ignores text that is pasted or dropped', async () => {
  await runBoot();
  expect(fire(find('p'), 'paste', { clipboardData: carrying() }).defaultPrevented).toBe(false);
  expect(fire(find('p'), 'drop', { dataTransfer: carrying() }).defaultPrevented).toBe(false);
  expect(fire(find('textarea'), 'paste').defaultPrevented).toBe(false);
  expect(kept()).toEqual([]);
});

it('blocks the context menu and accepts dropped files, until the page handles events', async () => {
  await runBoot();
  const isBlocked = () =>
    ['contextmenu', 'dragover'].map((type) => fire(find('p'), type).defaultPrevented);
  expect(isBlocked()).toEqual([true, true]);
  window.early = undefined;
  expect(isBlocked()).toEqual([false, false]);
  expect(fire(find('button'), 'click').defaultPrevented).toBe(false);
});

it('keeps the menu of text fields, which phones need to paste (R13)', async () => {
  await runBoot();
  expect(fire(find('textarea'), 'contextmenu').defaultPrevented).toBe(false);
  expect(fire(find('textarea'), 'dragover').defaultPrevented).toBe(true);
});

it('starts at once on the history entry that a dialog left at a reload', async () => {
  history.replaceState({ covers: 1 }, '', '/');
  await runBoot();
  expect(asked()).toBe('preload');
});

it.each([
  ['pointerover', 'p', ''],
  ['keydown', 'p', ''],
  ['pointerover', 'a', 'preload'],
  ['pointerover', 'img', 'preload'],
  ['keydown', 'input', 'preload'],
  ['pointerover', 'textarea', 'preload'],
  ['keydown', 'textarea', 'preload'],
])('a %s on %s asks for “%s”', async (type, selector, rel) => {
  await runBoot();
  fire(find(selector), type);
  expect(askedAfterTap()).toBe(rel);
});

it('prefetches the code two seconds after the load of a page that is only read', async () => {
  await runBoot();
  fire(window, 'load');
  vi.advanceTimersByTime(1999);
  expect(asked()).toBe('');
  vi.advanceTimersByTime(1);
  expect(asked()).toBe('prefetch');
  fire(find('button'), 'pointerover');
  expect(askedAfterTap()).toBe('preload');
});

it('starts by itself in the run environment test, after the same time (R19)', async () => {
  await runBoot({ alone: '1' });
  fire(window, 'load');
  expect(asked()).toBe('');
  vi.advanceTimersByTime(2000);
  expect(asked()).toBe('preload');
});

it.each([
  ['home', '/', '', ''],
  ['terms', '/terms?inspector', '', 'preload'],
  ['home', '/?a=1&inspect=stately', '', 'preload'],
  ['home', '/', 'lightwell_under_way=1', 'preload'],
  ['home', '/de?shared', '', 'preload'],
  ['home', '/de?share_id=a1', '', ''],
  ['unsubscribe', '/unsubscribe', '', ''],
  ['unsubscribe', '/unsubscribe?token=YQ.b', '', 'preload'],
  ['record', '/record', '', 'preload'],
  ['result', '/result/a1', '', 'preload'],
  ['account', '/account', '', 'preload'],
])(
  'the page %s at %s with the cookie “%s” asks at once for “%s”',
  async (name, at, cookie, rel) => {
    history.replaceState(null, '', at);
    vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookie);
    await runBoot({ start: bootSettings(name).start });
    expect(asked()).toBe(rel);
  },
);

it.each([
  '?utm_source=ad&gclid=g%201&other=x',
  '?utm_term=a+b&utm_term=second&keyword=%C3%A9',
  '?channel=&abTest=0',
  '?a=1',
  `?keyword=${'word+'.repeat(800)}&creative=${encodeURIComponent('<script>alert(1)</script>')}`,
])('stores the campaign of %s as the chart does (R14)', async (search) => {
  history.replaceState(null, '', `/${search}`);
  await runBoot();
  expect({ ...localStorage }).toEqual(campaignOfPath(search));
});

it('starts at once in a browser without storage', async () => {
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  await runBoot();
  expect(asked()).toBe('preload');
});

it('reports that the code did not load, and tries again', async () => {
  await runBoot({ entry: fails });
  fire(find('button'), 'click');
  const retry = vi.spyOn(globalThis, 'setTimeout');
  vi.advanceTimersByTime(200);
  await eventually(() => expect(find('#bootNote').hidden).toBe(false));
  expect(retry).toHaveBeenCalledExactlyOnceWith(expect.any(Function), 2000);
  find('#bootNote').hidden = true;
  vi.advanceTimersByTime(2000);
  await eventually(() => expect(find('#bootNote').hidden).toBe(false));
});
