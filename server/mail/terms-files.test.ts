import { expect, test } from 'vitest';
import { locales } from '../../machines/model/locale.ts';
import { retentionWords } from '../platform/config/retention-words.ts';
import { testSender } from './mails.fixture.ts';
import { loadTerms } from './terms-files.ts';

const terms = await loadTerms(testSender, {
  publicUrl: 'https://lightwell.example',
  retention: retentionWords(30),
});

test.each(locales)('%s has the terms of a purchase as complete files', (locale) => {
  const files = terms[locale];
  expect(files).toHaveLength(3);
  expect(new Set(files.map(({ name }) => name)).size).toBe(3);
  for (const { name, text } of files) {
    expect(name).toMatch(/^[^/\\{}]+\.txt$/);
    expect(text).not.toMatch(/[{}]|undefined/);
    expect(text.length).toBeGreaterThan(500);
  }
  const all = files.map(({ text }) => text).join('\n');
  expect(all).toContain(testSender.company);
  expect(all).toContain(testSender.email);
});

test('the links lead to pages of the language', () => {
  const [, agreement] = terms.de;
  expect(agreement?.text).toContain('https://lightwell.example/de/terms');
});

test('begins with a heading and the day of the last change', () => {
  const [subscription] = terms.en;
  expect(subscription?.name).toBe('Subscription terms.txt');
  expect(subscription?.text).toMatch(/^Subscription terms\n={18}\n\n[A-Z]\w+ \d+, 20\d\d\n\n/);
});
