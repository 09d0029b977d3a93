import { describe, expect, it } from 'vitest';
import { blindLook, type Look, unseen } from '../../tests/browser/paths/look.ts';

const place = {} as never;

describe('a look at a state', () => {
  it.each<[string, Look]>([
    ['nothing', {} as never],
    ['no places', { shown: [], hidden: [] }],
    ['an empty reason', { unseen: ' ' }],
  ])('is refused with %s', (_, look) => {
    expect(blindLook('order.paid', look)).toMatch(/^order\.paid: /);
  });

  it.each<[string, Look]>([
    ['something shown', { shown: [place] }],
    ['something hidden', { hidden: [place] }],
    ['a reason', unseen('it only writes a cookie')()],
  ])('is taken with %s', (_, look) => {
    expect(blindLook('order.paid', look)).toBeUndefined();
  });
});
