import { startProduct } from './product-process.ts';
import { StudioPage, smallPhoto } from './studio-page.ts';
import { expect, expectConsole, test } from './visitor.ts';

test('a visitor of a server with a full disk sees an error id that is in the log', async ({
  page,
}) => {
  // a product of its own starts slowly on a busy machine
  test.setTimeout(600_000);
  expectConsole(page, /503/);
  // the product of this test has an address of its own
  expectConsole(page, /left the product/);
  const product = await startProduct({ RUN_ENV: 'test', DISK_RESERVE_MB: '1000000000' });
  try {
    await page.goto(product.url);
    const studio = new StudioPage(page);
    await studio.untilListening();
    await studio.choose(await smallPhoto());
    await studio.pick('upscale-2x-fast');
    await studio.startButton().click();
    const shown = page.locator('.error-id').first();
    await expect(shown).toHaveText(/^Error id: [0-9a-f]{12}$/);
    const id = (await shown.innerText()).slice(-12);
    const logged = () =>
      product
        .output()
        .split('\n')
        .find((line) => line.includes(`"reqId":"${id}","code"`));
    await expect.poll(logged).toContain('storage_full');
  } finally {
    await product.stop();
  }
});
