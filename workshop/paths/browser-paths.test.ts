import { expect, it } from 'vitest';
import playwrightConfig from '../../playwright.config.ts';
import { richestTo, wholeOf } from '../../tests/browser/paths/browser-paths.ts';
import { walksOf } from './browser-walks.ts';
import { cover } from './cover.ts';
import { explore } from './explore.ts';
import { orderDescriptor } from './samples/order.descriptor.ts';

const whole = explore('order', orderDescriptor);
const part = explore('order', { ...orderDescriptor, bounds: { situations: 2 } });

it('paths are planned from a complete exploration, or from a partial one with a stated reason', () => {
  expect(wholeOf(whole, undefined)).toBe(whole);
  expect(wholeOf(part, 'the others are the same')).toBe(part);
  expect(() => wholeOf(part, undefined)).toThrow('order: more than 2 situations');
  expect(() => wholeOf(part, ' ')).toThrow('order: more than 2 situations');
});

it('no paths are planned from an exploration with faults', () => {
  const faults = ['order: it throws'];
  expect(() => wholeOf({ ...whole, faults }, 'the others are the same')).toThrow('it throws');
});

it('the path on the real server reaches its target state', () => {
  const paths = cover(whole, 'transitions', { longest: 4 });
  const leaves = paths.flatMap(({ steps }) => steps.at(-1)?.expected.leaves ?? []);
  expect(leaves.length).toBeGreaterThan(1);
  for (const leaf of leaves) {
    const found = richestTo(leaf, paths)?.steps.flatMap(({ expected }) => expected.leaves);
    expect(found).toContain(leaf);
  }
  expect(richestTo('order.nowhere', paths)).toBeUndefined();
});

it('the walks that a command starts belong to existing Playwright projects', () => {
  const args = walksOf(['toast', 'studio'], undefined);
  const known = playwrightConfig.projects?.map(({ name }) => `--project=${name}`);
  expect(known).toEqual(expect.arrayContaining(args.filter((arg) => arg.startsWith('--project='))));
  expect('walks.spec.ts paths of the toast chart 2. with faults: an end').toMatch(
    new RegExp(args.at(-1) ?? '^$'),
  );
});
