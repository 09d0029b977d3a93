import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deepTag } from '../../tools/testing/deep-tag.ts';
import { test as base } from './recorded-test.ts';
import { expect, productUrl } from './visitor.ts';
import { wordsOf } from './words.ts';

/*
 * Tests a page whose second half arrives late, as on a slow connection, while its code is in the
 * cache.
 */

/** A proxy between browser and product. It holds back everything after the head of a page. */
class SlowLine {
  holds = false;
  url = '';
  #release = () => {};
  readonly #server = createServer((asked, answer) => this.#pass(asked, answer));

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  release(): void {
    this.#release();
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    // requests uncompressed text, and prevents the answer 304
    const { 'if-none-match': _, ...headers } = { ...asked.headers, 'accept-encoding': 'identity' };
    const address = new URL(asked.url ?? '', productUrl());
    const passed = request(address, { method: asked.method, headers }, async (told) => {
      answer.writeHead(told.statusCode ?? 500, told.headers);
      if (!told.headers['content-type']?.startsWith('text/html')) return void told.pipe(answer);
      const page = Buffer.concat(await told.toArray());
      const head = page.indexOf('<body');
      answer.write(page.subarray(0, head));
      this.#release = () => answer.end(page.subarray(head));
      if (!this.holds) this.release();
    });
    asked.pipe(passed);
  }
}

const test = base.extend<{ line: SlowLine }>({
  line: async ({ browserName: _ }, use) => {
    const line = new SlowLine();
    await line.open();
    await use(line);
    line.close();
  },
});

test('a page starts even if it arrives later than its code, which is in the cache', {
  tag: deepTag,
}, async ({ page, line }) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  const menu = page.locator('[data-actor="language"]').first();
  await page.goto(`${line.url}/record`);
  await expect(menu).toHaveAttribute('data-state', /^ready/);

  line.holds = true;
  await page.reload({ waitUntil: 'commit' });
  const code = await page.locator('link.later[as="script"]').first().getAttribute('href');
  const isHere = (name: string) =>
    performance.getEntriesByType('resource').some((one) => one.name.endsWith(name));
  await expect.poll(() => page.evaluate(isHere, code ?? '')).toBe(true);
  expect(await page.evaluate(() => document.readyState)).toBe('loading');
  line.release();
  await expect(menu).toHaveAttribute('data-state', /^ready/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf('en')('records.title'));
  expect(faults).toEqual([]);
});
