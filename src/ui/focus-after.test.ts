// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { focusAfter } from './focus-after.ts';

const at = (id: string) => document.getElementById(id);

beforeEach(() => {
  document.body.innerHTML =
    '<main><h1 id="title">Photos</h1><button id="one">1</button><button id="two">2</button></main>';
});

it('gives the focus back to the element that had it', async () => {
  focusAfter(at('one'));
  await Promise.resolve();
  expect(document.activeElement?.id).toBe('one');
});

it('moves to the heading when that element no longer exists', async () => {
  const one = at('one');
  focusAfter(one);
  one?.remove();
  await Promise.resolve();
  expect(document.activeElement?.id).toBe('title');
});

it('prefers the heading of the panel that replaced the element', async () => {
  at('two')?.insertAdjacentHTML('afterend', '<h2 id="panel" data-landing>Working</h2>');
  focusAfter(null);
  await Promise.resolve();
  expect(document.activeElement?.id).toBe('panel');
});

it('does not move the focus if it has moved in the meantime', async () => {
  focusAfter(at('one'));
  at('two')?.focus();
  await Promise.resolve();
  expect(document.activeElement?.id).toBe('two');
});
