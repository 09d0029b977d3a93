import { expect, it } from 'vitest';
import { offlinePage } from './offline-page.ts';

const words = { offline: 'Offline', unreached: 'Unreached', text: 'Text', retry: 'Retry' };

it.each([
  [false, 'Offline'],
  [true, 'Unreached'],
])('if the browser is online: %s, the title is “%s”', async (isOnline, title) => {
  const answer = offlinePage('de', words, { isOnline });
  const html = await answer.text();
  expect(html).toContain('<html lang="de">');
  expect(html).toContain(`<title>${title}</title>`);
  expect(html).toContain('<a href="">Retry</a>');
});

it('fails and is not stored, so that it never stands in for a page', () => {
  const { status, headers } = offlinePage('en', words, { isOnline: false });
  expect([status, headers.get('cache-control')]).toEqual([503, 'no-store']);
});
