// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ContactDraft } from '../../../machines/ports/contact.port.ts';
import { createContactDraft } from './contact-draft.ts';

const { signal } = new AbortController();

const draft: ContactDraft = {
  visitor: '',
  address: 'anna@example.com',
  name: 'Anna',
  message: 'Where is my photo?',
  key: null,
};

const read = (of = createContactDraft()) => of.readDraft(undefined, signal);

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
});

it('saves the typed text until it is sent, also across a reload', async () => {
  const before = createContactDraft();
  expect(await read(before)).toBeNull();
  before.keepDraft({ type: 'draft.changed', draft });
  expect([await read(before), await read()]).toEqual([draft, draft]);
  await before.dropDraft(undefined, signal);
  expect([await read(before), await read(), sessionStorage.length]).toEqual([null, null, 0]);
});

it('saves the key of a sent message, and sends the message again with the same key', async () => {
  const key = '0123456789abcdef';
  createContactDraft().keepDraft({ type: 'draft.changed', draft: { ...draft, key } });
  expect(await read()).toEqual({ ...draft, key });
  for (const other of [undefined, 7, '', 'short', `${key} `]) {
    sessionStorage.setItem('lightwell.contact', JSON.stringify({ ...draft, key: other }));
    expect(await read()).toEqual(draft);
  }
});

it('keeps the draft in memory if the browser refuses storage', async () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  const page = createContactDraft();
  expect(await read(page)).toBeNull();
  page.keepDraft({ type: 'draft.changed', draft });
  expect([await read(page), await read()]).toEqual([draft, null]);
  await page.dropDraft(undefined, signal);
  expect(await read(page)).toBeNull();
});

it.each(['{', '[]', '"x"', '{"message":"x"}', JSON.stringify({ ...draft, name: 7 })])(
  'ignores data of another product of this host: %s',
  async (value) => {
    sessionStorage.setItem('lightwell.contact', value);
    expect(await read()).toBeNull();
  },
);
