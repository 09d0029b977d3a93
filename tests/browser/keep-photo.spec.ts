import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { photosOn } from './stored-photos.ts';
import { StudioPage, smallPhoto } from './studio-page.ts';
import { expect, expectConsole, test } from './visitor.ts';

/*
 * Tests that a chosen photo survives the closing of its page until the server has the photo (R79),
 * and that one start makes one task (R71).
 */

const slowly = { timeout: 60_000 };

/** Limits uploads to this many bytes per second; 0 means no limit. */
const throttleUploads = async (client: CDPSession, bytesPerSecond: number) => {
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond || -1,
  });
};

const openSlowly = async (context: BrowserContext, page: Page) => {
  const client = await context.newCDPSession(page);
  // At this speed, the upload of a photo takes a minute. The limit must stay, because a change
  // would end a running upload.
  await throttleUploads(client, 8_000);
  return client;
};

/** Matches the URLs of start calls, but not of preview calls. */
const startUrl = /\/v1\/ai-function\/(notAuth\/dealSave\/)?[\w-]+$/;

/** Returns a list that collects the URLs of all start calls of the visitor's pages. */
const watchStarts = (context: BrowserContext): string[] => {
  const starts: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST' && startUrl.test(request.url())) starts.push(request.url());
  });
  return starts;
};

/** Returns the idempotency key of the only photo that is stored on the device. */
const keyOf = async (page: Page): Promise<string> => {
  const [photo] = await photosOn(page);
  if (photo?.run?.step !== 'sending') throw new Error('The device stores no photo to send.');
  return photo.run.idempotencyKey;
};

/** Returns the names of the log lines that are stored on the device. */
const linesOn = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('device');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const queue = opening.result.transaction('logQueues').objectStore('logQueues');
          const all = queue.get('operation');
          all.onsuccess = () =>
            resolve((all.result?.lines ?? []).map(({ name }: { name: string }) => name));
        };
      }),
  );

/** Returns true if the server has a task with this idempotency key. */
const wasStartedWith = (page: Page, key: string): Promise<boolean> =>
  page.evaluate(async (started) => {
    const answer = await fetch(`/v1/ai-function-record/attempt/${started}`, { cache: 'no-store' });
    return ((await answer.json()) as { success: string }).success === '1';
  }, key);

/** Returns the number of the visitor's tasks on the server. */
const tasksOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const answer = await fetch('/v1/ai-function-record', { cache: 'no-store' });
    const { obj } = (await answer.json()) as { obj: { records: unknown[] } };
    return obj.records.length;
  });

const progressOf = async (studio: StudioPage): Promise<number> => {
  const name = studio.words('overlay.progress');
  const bar = studio.page.getByRole('progressbar', { name }).first();
  return Number(await bar.getAttribute('aria-valuenow'));
};

const startUpload = async (studio: StudioPage) => {
  await studio.open();
  await studio.choose(await smallPhoto());
  await studio.pick('upscale-2x-fast');
  await studio.start();
  await expect(
    studio.overlay().getByText(studio.words('stage.uploading'), { exact: true }),
  ).toBeVisible();
  await expect(studio.overlay().getByText(studio.words('overlay.tip.sending'))).toBeVisible();
};

/** Starts an upload and waits for its first few percent. */
const stayInUpload = async (studio: StudioPage) => {
  await startUpload(studio);
  await expect.poll(() => progressOf(studio), slowly).toBeGreaterThan(2);
};

test('a reload in the middle of an upload costs nothing (R79)', async ({ page, context }) => {
  const starts = watchStarts(context);
  const client = await openSlowly(context, page);
  const studio = new StudioPage(page);
  await stayInUpload(studio);
  const key = await keyOf(page);
  expect(starts).toEqual([]);

  await page.reload();
  await expect(studio.studio).toHaveAttribute('data-state', 'working', slowly);
  await throttleUploads(client, 0);
  await studio.untilEnded();
  expect(starts).toHaveLength(1);
  expect([await tasksOf(page), await wasStartedWith(page, key)]).toEqual([1, true]);

  await studio.open();
  await expect(studio.studio).toHaveAttribute('data-state', 'choosing.empty');
});

test('a crash in the middle of an upload costs nothing', { tag: deepTag }, async ({
  page,
  context,
}) => {
  const starts = watchStarts(context);
  const client = await openSlowly(context, page);
  await stayInUpload(new StudioPage(page));
  const key = await keyOf(page);
  const crashed = page.waitForEvent('crash');
  // the promise never resolves, because the page has crashed
  client.send('Page.crash').catch(() => {});
  await crashed;

  const next = await context.newPage();
  const studio = new StudioPage(next);
  await next.goto('/');
  await studio.untilEnded();
  expect(starts).toHaveLength(1);
  expect([await tasksOf(next), await wasStartedWith(next, key)]).toEqual([1, true]);
});

test('a photo is restored if the tab was closed before the start', { tag: deepTag }, async ({
  page,
  context,
}) => {
  const studio = new StudioPage(page);
  await studio.open();
  await studio.choose('coffee.png');
  await studio.pick('upscale-2x-fast');
  await expect.poll(() => photosOn(page)).toMatchObject([{ functionCode: 'upscale-2x-fast' }]);
  await page.close();

  const next = await context.newPage();
  const again = new StudioPage(next);
  await next.goto('/');
  await expect(again.startButton()).toBeEnabled(slowly);
  await expect(next.getByText('coffee.png')).toBeVisible();
  await expect(again.studio.locator('input[name="function"]:checked')).toHaveValue(
    'upscale-2x-fast',
  );

  await again.studio.getByRole('button', { name: again.words('studio.remove') }).click();
  await expect(again.studio).toHaveAttribute('data-state', 'choosing.empty');
  await expect.poll(() => photosOn(next)).toHaveLength(0);
  await again.open();
  await expect(again.studio).toHaveAttribute('data-state', 'choosing.empty');
});

test('a second tab sees the photo, does not send it too, and continues when the first is closed', {
  tag: deepTag,
}, async ({ page, context }) => {
  const starts = watchStarts(context);
  // holds the upload until the page is closed
  await page.route('**/storage/**', () => {});
  const sent = page.waitForRequest('**/storage/**');
  await startUpload(new StudioPage(page));
  await sent;

  const second = await context.newPage();
  const studio = new StudioPage(second);
  await second.goto('/');
  const note = second.getByText(studio.words('kept.elsewhere.title', { count: 1 }));
  await expect(note).toBeVisible(slowly);
  await expect(second.getByText(/coffee\.png/)).toBeVisible();
  expect(starts).toEqual([]);

  await page.close();
  await studio.untilEnded();
  expect(starts).toHaveLength(1);
  expect(await tasksOf(second)).toBe(1);
});

test('a photo that is chosen and started offline continues by itself', async ({
  page,
  context,
}) => {
  expectConsole(page, /ERR_INTERNET_DISCONNECTED/);
  const starts = watchStarts(context);
  const studio = new StudioPage(page);
  await studio.open();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await studio.choose(await smallPhoto());
  await studio.pick('upscale-2x-fast');
  await studio.studio.getByRole('button', { name: studio.words('studio.startOffline') }).click();
  await expect(studio.overlay().getByText(studio.words('stage.waiting'))).toBeVisible(slowly);
  await expect(studio.overlay().getByText(studio.words('offline.text'))).toBeVisible();
  expect(starts).toEqual([]);

  await context.setOffline(false);
  await studio.untilResult();
  expect(starts).toHaveLength(1);
  expect(await tasksOf(page)).toBe(1);
});

test.describe('leaving', () => {
  /**
   * Presses a key and leaves the page. Returns true if the browser asks for a confirmation.
   * Browsers ask only on pages that the visitor has used, which is why a key is pressed.
   */
  const leaves = async (page: Page): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    page.once('dialog', async (dialog) => {
      await dialog.dismiss();
      resolve(true);
    });
    page.once('close', () => resolve(false));
    await page.close({ runBeforeUnload: true });
    return promise;
  };

  const choose = async (page: Page) => {
    const studio = new StudioPage(page);
    await studio.open();
    await studio.choose('coffee.png');
    await expect(studio.startButton()).toBeEnabled();
    await studio.pick('upscale-2x-fast');
    return studio;
  };

  test('does not ask when the photo is stored', { tag: deepTag }, async ({ page }) => {
    await choose(page);
    expect(await leaves(page)).toBe(false);
  });

  test('asks when the browser stores nothing, and the page says so', { tag: deepTag }, async ({
    page,
    context,
  }) => {
    await context.addInitScript(() => {
      Reflect.deleteProperty(Window.prototype, 'indexedDB');
      Object.defineProperty(window, 'indexedDB', { value: undefined });
    });
    await openSlowly(context, page);
    const studio = await choose(page);
    expect(await leaves(page)).toBe(true);
    await studio.start();
    await expect(studio.overlay().getByText(studio.words('overlay.tip.stayOpen'))).toBeVisible();
    await studio
      .overlay()
      .getByRole('button', { name: studio.words('overlay.cancel') })
      .click();
    await studio.studio.getByRole('button', { name: studio.words('studio.remove') }).click();
    expect(await leaves(page)).toBe(false);
  });
});

test('lines of the operation log that are written offline are later sent once', {
  tag: deepTag,
}, async ({ page, context }) => {
  expectConsole(page, /ERR_INTERNET_DISCONNECTED/);
  let sent = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/v1/event/track/log')) sent += 1;
  });
  const studio = new StudioPage(page);
  await studio.open();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await expect(page.getByText(studio.words('offline.title'))).toBeVisible();
  sent = 0;
  await studio.choose('coffee.png');
  await expect.poll(() => linesOn(page)).toContain('photo.chosen');
  const waiting = await linesOn(page);
  expect(sent).toBe(0);

  await context.setOffline(false);
  await expect.poll(() => linesOn(page)).toEqual([]);
  expect(sent).toBe(waiting.length);
});
