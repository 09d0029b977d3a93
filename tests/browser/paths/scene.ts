import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { locales } from '../../../machines/model/locale.ts';
import type { MessageId } from '../../../src/i18n/message-id.ts';
import { startByIntent } from '../intent.ts';
import { smallPhoto } from '../studio-page.ts';
import { wordsOf } from '../words.ts';
import type { Stage } from './browser-chart.ts';
import { chooseFile, pressKey } from './keyboard.ts';

export const words = wordsOf('en');

/** The offline note in any language. */
const anyOffline = new RegExp(locales.map((locale) => wordsOf(locale)('offline.title')).join('|'));

/** no page needs longer, even on a busy machine */
const patienceMs = 60_000;

/** Opens a page and stops its clock when its charts run. */
export const openPage = async (
  { page, layer, holds }: Stage,
  path: string,
  arrive: () => Promise<unknown> = () => page.goto(path),
): Promise<void> => {
  layer.begin(holds);
  await page.clock.install();
  await arrive();
  await startByIntent(page);
  await page.waitForFunction(
    () => window.__lightwell?.root.getSnapshot().status === 'active',
    undefined,
    { timeout: patienceMs, polling: 50 },
  );
  // on a slow machine the time may have passed; the clock is then stopped, and the next try
  // succeeds
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2000);
  }).toPass({ timeout: patienceMs });
};

/** Opens a page whose clock never runs, for charts that measure time from their start. */
export const openStill = async ({ page, layer, holds }: Stage, path: string): Promise<void> => {
  layer.begin(holds);
  const now = Date.now();
  // a clock cannot be paused at a past time, so it starts an hour early and is then paused
  await page.clock.install({ time: now - 3_600_000 });
  await page.clock.pauseAt(now);
  await page.goto(path);
  await startByIntent(page);
  // the boot waits for the visitor's tap to end before it loads the code
  await page.clock.runFor(200);
  const status = () => page.evaluate(() => window.__lightwell?.root.getSnapshot().status);
  await expect.poll(status, { timeout: patienceMs, intervals: [25] }).toBe('active');
};

/** Waits for an element. React shows lazy content by a timer, and the page's clock is stopped. */
export const untilShown = async (page: Page, locator: Locator): Promise<void> => {
  const deadline = Date.now() + patienceMs;
  for (let looks = 0; !(await locator.first().isVisible()); looks += 1) {
    if (Date.now() > deadline) throw new Error(`${locator} does not appear`);
    if (looks === 5) await page.clock.runFor(320);
    else if (looks % 10 === 9) await page.clock.runFor(20);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
};

/** Elements that were pressed before, by page. */
const pressed = new WeakMap<Page, Set<string>>();

/** Waits until an element no longer moves, because a click would miss it. */
const untilStill = async (locator: Locator): Promise<void> => {
  const deadline = Date.now() + patienceMs;
  let stood = 0;
  let last = '';
  while (stood < 4) {
    if (Date.now() > deadline) throw new Error(`${locator} does not stop moving`);
    const place = JSON.stringify(await locator.first().boundingBox());
    stood = place === last ? stood + 1 : 0;
    last = place;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
};

/** Presses by keyboard the first time, then by mouse, because both must work. */
export const press = async (page: Page, locator: Locator): Promise<void> => {
  await untilShown(page, locator);
  const before = pressed.get(page) ?? new Set();
  pressed.set(page, before);
  const name = String(locator);
  if (before.has(name)) {
    await untilStill(locator);
    await locator.first().click({ timeout: patienceMs });
  } else await pressKey(page, locator.first());
  before.add(name);
};

/** Opens a folded section of the page. */
export const unfold = (page: Page, id: MessageId): Promise<void> =>
  press(page, page.getByRole('main').locator('summary', { hasText: words(id) }));

/** Opens every folded section of the page as soon as it is shown. */
export const unfoldAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const unfold = () => {
      for (const one of document.querySelectorAll('main details.fold')) {
        one.setAttribute('open', '');
      }
    };
    new MutationObserver(unfold).observe(document.body, { childList: true, subtree: true });
    unfold();
  });

export const goTo = async (page: Page, name: 'records' | 'home'): Promise<void> => {
  const id = name === 'records' ? 'nav.records' : 'nav.home';
  await press(page, page.getByRole('banner').getByRole('link', { name: words(id) }));
};

/**
 * Sets the browser's connection status. Requests still reach the server, so the walk can answer
 * each of them.
 */
export const sayOnline = (page: Page, online: boolean): Promise<void> =>
  page.evaluate((now) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => now });
    dispatchEvent(new Event(now ? 'online' : 'offline'));
  }, online);

/** Simulates a connection that is lost and restored. Waiting calls are not affected. */
export const reconnect = async ({ page, context, layer }: Stage): Promise<void> => {
  const isAsking = layer.isHeld('loadRecord');
  const lose = (isLost: boolean) =>
    isAsking ? sayOnline(page, !isLost) : context.setOffline(isLost);
  await lose(true);
  await expect(page.locator('.shell-notes')).toContainText(anyOffline);
  await lose(false);
  await page.evaluate(() => Reflect.deleteProperty(navigator, 'onLine'));
};

/** Chooses a photo that every function accepts, unless a photo is chosen already. */
export const choosePhoto = async ({ page }: Stage): Promise<void> => {
  const start = page.getByRole('button', { name: words('studio.start') });
  if (await start.isVisible()) return;
  await chooseFile(page, await smallPhoto());
  await untilShown(page, start);
};

export const regionFinder = (page: Page): Locator => page.locator('[data-actor="regionFinder"]');

export const chooseFaces = async (stage: Stage): Promise<void> => {
  await choosePhoto(stage);
  const faceBlur = stage.page.locator('input[type=radio][value="face-blur"]');
  if (!(await faceBlur.isChecked())) await pressKey(stage.page, faceBlur, ' ');
  await untilShown(stage.page, regionFinder(stage.page));
};

/**
 * Makes reading and writing the storage throw, as in a browser with storage disabled. Runs in the
 * page.
 */
const refuse = (): void => {
  const refused = () => {
    throw new DOMException('Storage is forbidden here', 'SecurityError');
  };
  const asked = { configurable: true, get: refused, set: refused };
  Object.defineProperty(document, 'cookie', asked);
  Object.defineProperty(window, 'localStorage', asked);
  Object.defineProperty(window, 'sessionStorage', asked);
};

/** Forbids storage on pages that are opened from now on, until `takeCookies` is called. */
export const forbidStorage = (context: BrowserContext): Promise<void> =>
  context.addInitScript(refuse).then(() => undefined);

/** Makes the storage of pages that are opened from now on full. */
export const fillStorage = (context: BrowserContext): Promise<void> =>
  context
    .addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('There is no room left', 'QuotaExceededError');
      };
    })
    .then(() => undefined);

/** Forbids storage on the open page, until `takeCookies` is called. */
export const refuseCookies = (page: Page): Promise<void> => page.evaluate(refuse);

export const takeCookies = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Reflect.deleteProperty(document, 'cookie');
  });

/**
 * Makes the browser refuse the page's next change of the URL, as browsers do when a page changes it
 * too often. History entries without a URL pass, because on a slow machine a late dialog adds one.
 */
export const refuseHistory = (page: Page, method: 'pushState' | 'replaceState'): Promise<void> =>
  page.evaluate((name) => {
    const own = history[name];
    history[name] = (data, unused, url) => {
      if (!url) return own.call(history, data, unused);
      history[name] = own;
      throw new DOMException('Too many calls', 'SecurityError');
    };
  }, method);

/** Makes the next requested dialog fail to load, even if its code is loaded. */
export const failToLoadDialog = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const dialogs = window.__lightwell?.root.system.get('dialogs')?.getSnapshot();
    const logic = dialogs?.machine.implementations.actors.loadDialog;
    if (!logic) throw new Error('The dialogs chart is not running.');
    const { transition } = logic;
    logic.transition = (snapshot: unknown, event: { type: string }, scope: unknown) => {
      if (event.type !== 'xstate.promise.resolve') return transition(snapshot, event, scope);
      logic.transition = transition;
      const failure = { reason: 'offline' };
      return transition(snapshot, { type: 'xstate.promise.reject', data: failure }, scope);
    };
  });

export const failToShowDialog = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { prototype } = HTMLDialogElement;
    const own = prototype.showModal;
    prototype.showModal = () => {
      prototype.showModal = own;
      throw new Error('a fault');
    };
  });

const isDialogOpen = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const system = window.__lightwell?.root.system;
    const { core } = system?.get('app')?.getSnapshot().value ?? {};
    const dialogs = system?.get('dialogs')?.getSnapshot().value;
    return core === 'rejected' || dialogs === 'loading' || dialogs === 'open';
  });

/** Closes open dialogs: the sign-in or the refusal of a photo. */
export const clearDialogs = async (page: Page): Promise<void> => {
  while (await isDialogOpen(page)) {
    await untilShown(page, page.getByRole('dialog').getByRole('button'));
    await page.keyboard.press('Escape');
    await page.clock.runFor(1);
  }
};

/** Closes a dialog that may still be opening. */
export const closeDialog = async (page: Page): Promise<void> => {
  await expect.poll(() => isDialogOpen(page), { intervals: [25] }).toBe(true);
  await clearDialogs(page);
};
