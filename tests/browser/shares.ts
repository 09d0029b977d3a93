import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { shareField, sharePath } from '../../machines/model/shared-photos.ts';
import { photoFile } from './studio-page.ts';
import { expectConsole, productUrl } from './visitor.ts';

/** Resolves when the service worker of the page is active. */
export const untilWorking = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

type Sent = { name: string; base64: string };

/** Sends photos to the product by a form that opens a page, from the page on screen. */
async function submit(page: Page, photos: readonly Sent[]) {
  const opened = page.waitForEvent('load');
  const action = `${productUrl()}${sharePath}`;
  await page.evaluate(
    ({ photos, action, name }) => {
      const chosen = new DataTransfer();
      for (const { name, base64 } of photos) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        chosen.items.add(new File([bytes], name, { type: 'image/png' }));
      }
      const input = Object.assign(document.createElement('input'), { type: 'file', name });
      input.multiple = true;
      input.files = chosen.files;
      const form = document.createElement('form');
      Object.assign(form, { action, method: 'POST', enctype: 'multipart/form-data' });
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    { photos, action, name: shareField },
  );
  await opened;
}

/** Shares sample photos with the app as a phone does. */
export async function share(page: Page, ...names: string[]) {
  const photos = names.map(async (name) => ({
    name,
    base64: await readFile(photoFile(name), 'base64'),
  }));
  await submit(page, await Promise.all(photos));
}

/** Shares files with these names, all with the same content, which is not a picture. */
export const shareFiles = (page: Page, names: readonly string[]) =>
  submit(
    page,
    names.map((name) => ({ name, base64: btoa('not a picture') })),
  );

/** Opens a page of another site. Its forms send its address, or no address. */
export async function openOtherSite(page: Page, policy: 'origin' | 'no-referrer') {
  const url = 'http://other-site.example/';
  expectConsole(page, /A request left the product: http:\/\/other-site\.example/);
  await page.route(`${url}**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<meta name="referrer" content="${policy}"><title>Other site</title><link rel="icon" href="data:,">`,
    }),
  );
  await page.goto(url);
}
