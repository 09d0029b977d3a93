import { describe, expect, it } from 'vitest';
import type { Json } from './json.ts';
import { applyPatches, diff } from './patch.ts';

const before = { a: 1, deep: { b: { c: 'x' }, list: [1, 2] }, same: { z: 1 } };

describe('patch', () => {
  it.each([
    [{ ...before, a: 2 }],
    [{ ...before, deep: { ...before.deep, b: { c: 'y', d: null } } }],
    [{ ...before, deep: { b: { c: 'x' }, list: [1, 2, 3] } }],
    [{ a: 1, same: before.same }],
    [{ ...before, extra: { nested: true } }],
    [{}],
    [null],
  ])('leads from one context to %j', (after) => {
    expect(applyPatches(before as Json, diff(before, after))).toEqual(after);
  });

  it('contains only what changed', () => {
    const after = { ...before, deep: { ...before.deep, b: { c: 'y' } } };
    expect(diff(before, after)).toEqual([{ path: ['deep', 'b', 'c'], value: 'y' }]);
  });

  it('reuses what did not change', () => {
    const after = applyPatches(before as Json, [{ path: ['a'], value: 5 }]);
    expect((after as typeof before).deep).toBe(before.deep);
  });

  it('hides secrets by the name of their key', () => {
    expect(diff({ token: '' }, { token: 'abc' })).toEqual([
      { path: ['token'], value: '‹secret hidden›' },
    ]);
    expect(diff({}, { user: { email: 'a@b.de' } })).toEqual([
      { path: ['user'], value: { email: '‹personal hidden›' } },
    ]);
    const fields = diff({ fields: { acl: 'private' } }, { fields: { acl: 'public' } });
    expect(fields).toEqual([{ path: ['fields'], value: '‹secret hidden›' }]);
  });
});
