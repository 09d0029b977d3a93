import type { Browser } from '@playwright/test';
import type { AcceptedPictures, Pictures } from './accepted.ts';
import type { Findings } from './findings.ts';
import type { GalleryState } from './page/gallery-data.ts';
import { compare, type Picture } from './picture.ts';
import { takePictures } from './take-pictures.ts';
import type { Variant } from './variants.ts';

export type GalleryRun = {
  browser: Browser;
  url: string;
  variants: readonly Variant[];
  /** the states that this run takes, and all states */
  states: readonly GalleryState[];
  every: readonly GalleryState[];
  accepted: AcceptedPictures;
  findings: Findings;
  purpose: 'compare' | 'accept' | 'render';
  /** keep photographs and colours unreduced */
  isTrue: boolean;
  onVariant: (variant: Variant) => void;
};

/** The new pictures, and the kept ones of states that this run did not take. */
function merged(run: GalleryRun, before: Pictures, taken: Pictures): Pictures {
  const kept = run.every.flatMap(({ id }): [string, Picture][] => {
    const picture = taken.get(id) ?? before.get(id);
    return picture ? [[id, picture]] : [];
  });
  return new Map(kept);
}

function staleIn(run: GalleryRun, before: Pictures): string[] {
  const known = new Set(run.every.map(({ id }) => id));
  const charts = new Set(run.states.map(({ chart }) => chart));
  const isConcerned = (state: string) =>
    run.states.length === run.every.length || charts.has(state.split('/')[0] ?? '');
  return [...before.keys()].filter((state) => !known.has(state) && isConcerned(state));
}

/** Takes every state in every variant; @returns the number of pictures */
export async function runGallery(run: GalleryRun): Promise<number> {
  const { states, accepted, findings, purpose } = run;
  for (const variant of run.variants) {
    const before = await accepted.read(variant.name);
    const taken = new Map<string, Picture>();
    const expected = purpose === 'render' ? null : before;
    await takePictures({ ...run, variant, expected }, async (one) => {
      const known = before.get(one.state);
      const isKnown = known !== undefined && compare(known, one.picture) === null;
      taken.set(one.state, isKnown ? known : one.picture);
      await findings.keep(one);
      if (purpose === 'compare') await findings.hold(one, known);
    });
    if (purpose === 'compare') findings.addStale(variant.name, staleIn(run, before));
    if (purpose === 'accept') await accepted.write(variant.name, merged(run, before, taken));
    run.onVariant(variant);
  }
  return states.length * run.variants.length;
}
