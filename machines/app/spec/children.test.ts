import { expect, it } from 'vitest';
import { appChildIds, childOf } from '../children.derived.ts';

it('no page can be shown without these charts, and every page without any other', () => {
  expect(appChildIds.filter((id) => childOf(id).essential)).toEqual([
    'dialogs',
    'language',
    'session',
    'runs',
    'studio',
    'batch',
  ]);
});
