// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { memoryRecord } from '../adapters/memory/memory-samples.ts';
import { HomePage } from '../features/home/home-page.tsx';
import { ResultPage } from '../features/result/result-page.tsx';
import { RetentionContext } from '../i18n/retention.ts';
import { open } from './screens.test-kit.tsx';

/* Tests the sentences that tell a visitor the most: before the choice, and above a result. */

it('says beside the choice what photos cost, and how long they are stored', async () => {
  await open(
    <RetentionContext value={{ en: '30 days', de: '30 Tage' }}>
      <HomePage />
    </RetentionContext>,
  );
  const [price, , stored] = within(document.querySelector('.drop-facts') as HTMLElement)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
  expect(price).toBe('Free credits every day, no account');
  expect(stored).toBe('Visible only to you, deleted after 30 days');
});

it('says above a result what was done, and folds the facts away (R44)', async () => {
  const original = { url: '/files/picture.webp', width: 600, height: 400 };
  const records = [{ ...memoryRecord, id: 'one', original }];
  await open(<ResultPage />, { path: '/result/one', world: { records } });
  const head = screen.getByRole('heading', { level: 1 }).parentElement as HTMLElement;
  expect(within(head).getByText('2× larger: 600 × 400 → 1200 × 800')).toBeTruthy();
  const facts = (await screen.findByText('1 credit')).closest('details');
  expect(facts?.open).toBe(false);
});
