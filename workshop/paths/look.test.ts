import type { Locator, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { blindLook, type Look, oneOf, unseen } from '../../tests/browser/paths/look.ts';

/** Locators are compared as text. */
const place = (written: string): Locator => ({ toString: () => written }) as Locator;

const heading = place("getByRole('heading', { name: 'Paid' })");
const button = place("getByRole('button', { name: 'Pay' })");
const box = place("locator('.box')");

describe('a check of a state', () => {
  it.each<[string, Look, RegExp]>([
    ['nothing', {} as never, /nothing is looked at/],
    ['no places', { shown: [], hidden: [] }, /nothing is looked at/],
    ['an empty reason', { unseen: ' ' }, /for no reason/],
    ['a heading alone', { shown: [heading], hidden: [button] }, /a heading alone/],
    ['two headings', { shown: [heading, heading], hidden: [button] }, /a heading alone/],
    ['a part without words', { shown: [box], hidden: [button] }, /neither a role nor words/],
    ['no part that must be absent', { shown: [heading, button] }, /must not be there/],
  ])('is refused if it has %s', (_, look, why) => {
    expect(blindLook('order.paid', look)).toMatch(/^order\.paid: /);
    expect(blindLook('order.paid', look)).toMatch(why);
  });

  it.each<[string, Look]>([
    ['something shown and something hidden', { shown: [heading, button], hidden: [box] }],
    ['a button alone', { shown: [button], hidden: [box] }],
    [
      'a heading or something else',
      {
        shown: [place("getByRole('heading').or(getByRole('link'))")],
        hidden: [box],
      },
    ],
    ['something hidden', { hidden: [box] }],
    ['a reason', unseen('it only writes a cookie')()],
  ])('is accepted if it has %s', (_, look) => {
    expect(blindLook('order.paid', look)).toBeUndefined();
  });

  it('for one of several states also checks that the others are absent', () => {
    const look = oneOf(() => ({ paid: heading, open: button }));
    expect(look('open', () => [box])({} as Page)).toEqual({
      shown: [button, box],
      hidden: [heading],
    });
  });
});
