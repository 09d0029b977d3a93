import { startProduct } from './product-process.ts';
import { StudioPage, smallPhoto } from './studio-page.ts';
import { test as base, expect, expectConsole } from './visitor.ts';

/** The product of these tests has a full disk. It stops after the page has closed. */
const test = base.extend<object, { full: { url: string; log: () => string } }>({
  full: [
    async ({ browserName: _ }, use) => {
      const { url, output, stop } = await startProduct({
        RUN_ENV: 'test',
        DISK_RESERVE_MB: '1000000000',
      });
      await use({ url, log: output });
      await stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

test('a visitor of a server with a full disk sees an error id that is in the log', async ({
  page,
  full,
}) => {
  expectConsole(page, /503/);
  // the product of this test has an address of its own
  expectConsole(page, /left the product/);
  await page.goto(full.url);
  const studio = new StudioPage(page);
  await studio.untilListening();
  await studio.choose(await smallPhoto());
  await studio.pick('upscale-2x-fast');
  await studio.startButton().click();
  const shown = page.locator('.error-id').first();
  await expect(shown).toHaveText(/^Error id: [0-9a-f]{12}$/);
  const id = (await shown.innerText()).slice(-12);
  const logged = () =>
    full
      .log()
      .split('\n')
      .find((line) => line.includes(`"reqId":"${id}","code"`));
  await expect.poll(logged).toContain('storage_full');
});
