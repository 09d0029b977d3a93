// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { appMachine } from '../../machines/app/app.machine.ts';
import { type Locale, stripLocale } from '../../machines/model/locale.ts';
import {
  matchPage,
  type PageName,
  prerenderPath,
  unknownPart,
} from '../../machines/model/pages.ts';
import type { TaskRecord } from '../../machines/model/task-record.ts';
import type { UserInfo } from '../../machines/model/user.ts';
import type { OverlayEvent } from '../../machines/overlay/overlay.types.ts';
import { withPorts } from '../../machines/port-actors.ts';
import type { AppPorts } from '../../machines/ports/app-ports.ts';
import { chartRef } from '../../machines/testing/test-system.ts';
import { compileMessages } from '../../tools/build/compile-messages.ts';
import { buildFirstSnapshots } from '../../tools/build/first-snapshots.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { createNavigation } from '../adapters/browser/browser-navigation.ts';
import { createMemoryPorts } from '../adapters/memory/memory-ports.ts';
import { memoryRecord } from '../adapters/memory/memory-samples.ts';
import { createMemoryWorld } from '../adapters/memory/memory-world.ts';
import type { PageText } from '../i18n/page-text.ts';
import { createChartSystem } from '../machine-react/chart-system.tsx';
import { reviveFirstSnapshots, type SnapshotData } from '../machine-react/first-snapshots.ts';
import { App } from './app.tsx';
import { createDialogPort } from './dialog-port.ts';
import { createDialogStore } from './dialog-store.ts';
import { type OpenedPage, readOpenedPage } from './opened-page.ts';
import { createPageStore } from './page-store.tsx';

const data = buildFirstSnapshots() as Record<string, SnapshotData>;
const words = { product: 'Lightwell', company: 'C & Co', address: 'A', email: 'e@example.com' };

const texts = import.meta.glob<PageText>('../../locales/*/pages/*.json', { import: 'default' });
const loadText = vi.fn((locale: Locale, name: string) => {
  const load = texts[`../../locales/${locale}/pages/${name}.json`];
  return load ? load() : Promise.reject(new Error(`The text ${locale} ${name} is missing.`));
});

function createPage(opened: OpenedPage) {
  const pages = createPageStore(words, loadText, opened.errorId);
  const dialogs = createDialogStore();
  const messages = compileMessages(opened.locale);
  const system = createChartSystem(
    reviveFirstSnapshots(data, {
      path: opened.prerenderedAt,
      page: opened.name,
      locale: opened.locale,
      messages,
    }),
  );
  const app = <App system={system} words={words} pages={pages} dialogs={dialogs} />;
  return { app, pages, dialogs, system, messages };
}

const errorId = '3f9a01c2b7de';

async function prerenderHtml(name: PageName, locale: Locale) {
  const prerenderedAt = prerenderPath(name, locale);
  const { app, pages } = createPage({ name, locale, prerenderedAt, path: '', errorId });
  await pages.prepare({ name, locale });
  return renderToString(app);
}

type Around = { user?: UserInfo; records?: TaskRecord[]; clock?: SimulatedClock };

/** Returns the part of the path that the server inserts into the prerendered page. */
const partOf = (name: PageName, path: string) =>
  name === 'result' ? (path.split('/').at(-1) ?? '') : stripLocale(path).slice(1);

/** Opens an address like a browser does: with the prerendered page, hydration and charts. */
async function open(
  address: string,
  locale: Locale,
  name: PageName = matchPage(address).name,
  { user, records, clock }: Around = {},
) {
  history.replaceState(null, '', address);
  document.documentElement.lang = locale;
  document.documentElement.dataset.page = name;
  document.documentElement.dataset.errorId = errorId;
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const fill = (made: string) => made.replaceAll(unknownPart, partOf(name, location.pathname));
  document.documentElement.dataset.path = fill(prerenderPath(name, locale));
  container.innerHTML = fill(await prerenderHtml(name, locale));
  const html = container.innerHTML;
  const opened = readOpenedPage(document.documentElement, new URL(location.href));
  const { app, pages, dialogs, system, messages } = createPage(opened);
  await pages.prepare(opened);
  const onRecoverableError = vi.fn();
  const react = await act(() => hydrateRoot(container, app, { onRecoverableError }));
  const world = createMemoryWorld({
    messages: compileMessages,
    browserLanguages: [locale],
    ...(user ? { user } : {}),
    ...(records ? { records } : {}),
  });
  const ports: AppPorts = {
    ...createMemoryPorts(world),
    dialog: createDialogPort(dialogs, () => ports),
    navigation: createNavigation(pages.prepare),
  };
  const root = createActor(withPorts(appMachine, ports), {
    id: 'app',
    systemId: 'app',
    input: { path: opened.path, page: opened.name, messages },
    ...(clock ? { clock } : {}),
  });
  await act(async () => {
    root.start();
    system.attach(root);
  });
  close = () => {
    act(() => react.unmount());
    root.stop();
  };
  return { html, root, world, onRecoverableError };
}

let close = () => {};
const heading = () => document.querySelector('main h1')?.textContent;

beforeEach(() => {
  vi.spyOn(globalThis, 'scrollTo').mockImplementation(() => {});
});

afterEach(() => {
  close();
  cleanup();
});

it.each([
  ['/', 'en', 'home'],
  ['/ja?utm_source=ad&gclid=1', 'ja', 'home'],
  ['/record', 'en', 'record'],
  ['/de/result/abc', 'de', 'result'],
  ['/de/account', 'de', 'account'],
  ['/fr/privacy-policy', 'fr', 'privacy-policy'],
  ['/it/manage-membership-plan', 'it', 'manage-membership-plan'],
  ['/nowhere', 'en', 'not-found'],
  ['/nowhere', 'pt', 'not-found'],
  ['/es/record', 'es', 'error'],
] as const)('hydrates %s in %s as %s without a mismatch (R10)', async (address, locale, name) => {
  const { onRecoverableError } = await open(address, locale, name);
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(heading()).not.toBe('');
});

it('names the missing path before and after hydration (R6)', async () => {
  const { html } = await open('/no/where', 'en', 'not-found');
  expect(html).toContain('Page not found: /no/where<');
  expect(html).toContain('href="/ja/no/where"');
  expect(document.body.textContent).toContain('Page not found: /no/where');
  expect([heading(), document.title]).toEqual(['Page Not Found', 'Page Not Found – Lightwell']);
});

it("stays the error page at an existing page's address, until the visitor leaves it (R6)", async () => {
  const { html, root } = await open('/terms', 'en', 'error');
  expect(heading()).toBe('Internal Server Error');
  const shown = document.querySelector('.error-id')?.outerHTML;
  expect(shown).toBe(`<small class="error-id">Error id: ${errorId}</small>`);
  // The server removes this element if its log has no id.
  expect(html).toContain(shown);
  expect(document.title).toBe('Internal Server Error – Lightwell');
  await act(async () => root.send({ type: 'navigation.requested', to: '/about-us' }));
  await eventually(() => expect(heading()).toBe('About us'));
  await act(async () => root.send({ type: 'navigation.requested', to: '/terms' }));
  await eventually(() => expect(heading()).toBe('Terms of use'));
});

it('follows a link to another page: address, title, focus', async () => {
  await open('/', 'en');
  const link = document.querySelector<HTMLAnchorElement>('a[href="/terms"]');
  await act(async () => link?.click());
  await eventually(() => expect(heading()).toBe('Terms of use'));
  expect(location.pathname).toBe('/terms');
  expect(document.title).toBe('Terms of use – Lightwell');
  expect(document.activeElement?.id).toBe('content');
});

it('leaves a click that opens a new tab to the browser', async () => {
  await open('/', 'en');
  const link = document.querySelector<HTMLAnchorElement>('a[href="/terms"]');
  let prevented: boolean | null = null;
  const watch = (event: Event) => {
    prevented = event.defaultPrevented;
    event.preventDefault();
  };
  document.addEventListener('click', watch, { once: true });
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
  await act(async () => link?.dispatchEvent(click));
  expect(prevented).toBe(false);
});

it('changes the language of the page in place (R4)', async () => {
  const { root } = await open('/terms', 'en');
  await act(async () =>
    root.system.get('language')?.send({ type: 'language.chosen', locale: 'de' }),
  );
  await eventually(() => expect(heading()).toBe('Nutzungsbedingungen'));
  expect(location.pathname).toBe('/de/terms');
  expect(document.documentElement.lang).toBe('de');
  expect(document.activeElement?.id).not.toBe('content');
});

it('keeps query and fragment when the language changes', async () => {
  const { root } = await open('/terms?utm_source=ad#fees', 'en');
  await act(async () =>
    root.system.get('language')?.send({ type: 'language.chosen', locale: 'de' }),
  );
  await eventually(() => expect(location.pathname).toBe('/de/terms'));
  expect(location.search + location.hash).toBe('?utm_source=ad#fees');
});

/** Simulates a press of the back or forward button, to an earlier address of this document. */
const traverseTo = (path: string) =>
  act(async () => {
    history.replaceState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  });

it('scrolls to the top of a page that a link opens, but not on the way back', async () => {
  const { root } = await open('/terms', 'en');
  await act(async () => root.send({ type: 'navigation.requested', to: '/about-us' }));
  await eventually(() => expect(heading()).toBe('About us'));
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'instant' });
  await traverseTo('/terms');
  await eventually(() => expect(heading()).toBe('Terms of use'));
  expect(scrollTo).toHaveBeenCalledOnce();
});

it('reports the missing network in place of a page, and loads the page on retry', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.mocked(loadText).mockRejectedValueOnce(new Error('no network'));
  await open('/', 'en');
  await traverseTo('/about-us');
  await eventually(() => expect(heading()).toBe('This page couldn’t be loaded'));
  expect(document.activeElement?.id).toBe('content');
  online.mockReturnValue(true);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await eventually(() => expect(heading()).toBe('About us'));
  expect(document.title).toBe('About us – Lightwell');
});

it('stays on the page and reports it when a link cannot be followed without a network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { root } = await open('/terms', 'en');
  vi.mocked(loadText).mockRejectedValueOnce(new Error('no network'));
  await act(async () => root.send({ type: 'navigation.requested', to: '/about-us' }));
  expect(await screen.findByText('That page couldn’t be loaded.')).toBeTruthy();
  expect([heading(), location.pathname]).toEqual(['Terms of use', '/terms']);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await eventually(() => expect(heading()).toBe('About us'));
});

it('refuses to follow an address outside this site (R9)', async () => {
  const { root } = await open('/', 'en');
  await act(async () => root.send({ type: 'navigation.requested', to: 'javascript:alert(1)' }));
  await act(async () => root.send({ type: 'navigation.requested', to: '//evil.example' }));
  expect(location.pathname).toBe('/');
});

type Root = Awaited<ReturnType<typeof open>>['root'];
const subscriber = { id: 'u1', vipStatus: 0, subscriptionStatus: 1, allowance: null };

/** Reports a refusal by the server to the root, like every chart does. */
const refuse = (root: Root, code: string) =>
  act(async () =>
    root.send({
      type: 'call.refused',
      failure: { reason: 'refused', code, call: 'startTask' },
      isSaid: false,
    }),
  );

it('reports the end of the session, opens the sign-in dialog, and can be closed (R15, R36)', async () => {
  const { root } = await open('/terms', 'en', 'terms', { user: subscriber });
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  await refuse(root, '10009');
  const dialog = await screen.findByRole('dialog', { name: 'Sign in' });
  expect(showModal.mock.contexts).toEqual([dialog]);
  expect(dialog.textContent).toContain('You’re signed out. Sign in again');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('signs in by a mailed code, and out again', async () => {
  const { world } = await open('/terms', 'en', 'terms');
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign in' });
  const address = within(dialog).getByLabelText('Email address');
  expect(document.activeElement).toBe(address);
  fireEvent.change(address, { target: { value: 'Anna@example.com' } });
  await act(async () => fireEvent.submit(address));
  expect(world.mailed).toEqual(['anna@example.com']);
  const code = await screen.findByLabelText('Six-digit code');
  await act(async () => fireEvent.change(code, { target: { value: '000 000' } }));
  expect(code.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(code);
  await act(async () => fireEvent.change(code, { target: { value: '123 456' } }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Sign out' })));
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
});

it('goes to the home page when the server requires it (R37)', async () => {
  const { root } = await open('/de/terms', 'de');
  await refuse(root, '51008');
  await eventually(() => expect(location.pathname).toBe('/de'));
});

it('shows a subscriber that the credits are not enough (R38)', async () => {
  const { root } = await open('/terms', 'en', 'terms', { user: subscriber });
  await refuse(root, '51009');
  const dialog = await screen.findByRole('dialog', { name: 'Not enough credits' });
  expect(dialog.textContent).toContain('This costs more credits than you have left.');
});

it('shows other visitors without enough credits no message (R38)', async () => {
  // loads the code of dialogs first, so that a dialog would appear immediately
  await import('../features/message-box/message-box.tsx');
  const { root } = await open('/terms', 'en');
  await refuse(root, '51009');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join(''),
  ).toBe('');
});

it('covers the page modally and counts the seconds until it closes (R16)', async () => {
  const clock = new SimulatedClock();
  const { root } = await open('/terms', 'en', 'terms', { clock });
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  const overlayIs = (event: OverlayEvent) =>
    act(async () => chartRef(root.system, 'overlay')?.send(event));
  await overlayIs({ type: 'overlay.opened', counter: true });
  const overlay = await screen.findByRole('dialog', { name: 'Working on your photo' });
  expect(showModal.mock.contexts).toEqual([overlay]);
  expect(within(overlay).getByText('0 seconds so far')).toBeTruthy();
  for (let tick = 0; tick < 15; tick += 1) await act(async () => clock.increment(200));
  expect(within(overlay).getByText('3 seconds so far')).toBeTruthy();
  await overlayIs({ type: 'overlay.finished' });
  await act(async () => clock.increment(600));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('counts no seconds unless requested (R16)', async () => {
  const { root } = await open('/terms', 'en');
  await act(async () => chartRef(root.system, 'overlay')?.send({ type: 'overlay.opened' }));
  const overlay = await screen.findByRole('dialog', { name: 'Working on your photo' });
  expect(overlay.textContent).not.toContain('so far');
});

it.each(['success', 'error', 'warning', 'info'] as const)(
  'shows a toast as %s (R18)',
  async (kind) => {
    const { root } = await open('/terms', 'en');
    const message = { code: '60001', text: 'words' };
    await act(async () =>
      chartRef(root.system, 'toast')?.send({ type: 'toast.requested', kind, message }),
    );
    const toast = screen.getByText('words').closest<HTMLElement>('.toast');
    expect(toast?.dataset.kind).toBe(kind);
  },
);

it('gives each result and the list a new chart, even after going back', async () => {
  const records = ['a', 'b'].map((id) => ({ ...memoryRecord, id }));
  const { root } = await open('/result/a', 'en', 'result', { records });
  const shown = () => [
    chartRef(root.system, 'result')?.getSnapshot().context.record?.id,
    chartRef(root.system, 'records')?.getSnapshot().context.records.length,
  ];
  const moveTo = traverseTo;
  expect(shown()).toEqual(['a', undefined]);
  await moveTo('/result/b');
  await eventually(() => expect(shown()).toEqual(['b', undefined]));
  await moveTo('/result/a');
  await eventually(() => expect(shown()).toEqual(['a', undefined]));
  await moveTo('/record');
  await eventually(() => expect(shown()).toEqual([undefined, 2]));
  await moveTo('/result/b');
  await eventually(() => expect(shown()).toEqual(['b', undefined]));
  await moveTo('/record');
  await eventually(() => expect(shown()).toEqual([undefined, 2]));
});
