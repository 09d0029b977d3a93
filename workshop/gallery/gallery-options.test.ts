import { describe, expect, test } from 'vitest';
import { chooseWanted } from './gallery-options.ts';
import type { GalleryState } from './page/gallery-data.ts';

describe('--only', () => {
  const states = ['studio/chosen', 'studio/choosing.empty', 'toast/shown'].map(
    (id) => ({ id, chart: id.split('/')[0] }) as GalleryState,
  );
  const idsOf = (only?: string) => {
    const wanted = chooseWanted(states, only);
    return typeof wanted === 'string' ? wanted : wanted.map(({ id }) => id);
  };

  test('accepts a chart or the beginning of an id', () => {
    expect(idsOf()).toHaveLength(3);
    expect(idsOf('studio')).toEqual(['studio/chosen', 'studio/choosing.empty']);
    expect(idsOf('studio/chos')).toEqual(['studio/chosen']);
  });

  test('lists the charts if the chart is unknown', () => {
    expect(idsOf('checkout')).toBe(
      'The gallery has no chart or state “checkout”. Its charts are studio, toast.',
    );
  });
});
