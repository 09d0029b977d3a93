import { useEffect, useRef, useState } from 'react';
import { isNamed, wantedRegions } from '../../../machines/model/regions.ts';
import { readStrokes } from '../../../machines/model/strokes.ts';
import {
  selectRegions,
  selectSearchStage,
} from '../../../machines/region-finder/region-finder.selectors.ts';
import { selectOptions } from '../../../machines/studio/studio.choice.selectors.ts';
import { selectPhoto } from '../../../machines/studio/studio.selectors.ts';
import { useChart } from '../../machine-react/use-chart.ts';
import type { Covering } from '../../ui/cover-pixels.ts';
import { selectOffered, selectRegionsValue } from './chosen.selectors.ts';

const styles = ['blur', 'pixels', 'solid'] as const;

/** Returns what a start would cover, or null before the search has ended. */
function useCovering(): Covering | null {
  const photo = useChart('studio', selectPhoto);
  const offered = useChart('studio', selectOffered);
  const options = useChart('studio', selectOptions);
  const open = useChart('studio', selectRegionsValue);
  const regions = useChart('regionFinder', selectRegions);
  const stage = useChart('regionFinder', (finder) =>
    photo && offered ? selectSearchStage(finder, photo, offered.code) : 'idle',
  );
  const style = styles.find((one) => one === options.kind);
  const brush = offered?.options.find(({ kind }) => kind === 'strokes');
  if (!style || (stage !== 'found' && stage !== 'none')) return null;
  const covers = wantedRegions(regions, options)
    .filter((region) => !isNamed(open, region))
    .map(({ cover }) => cover);
  return { style, covers, strokes: (brush && readStrokes(options[brush.name])) ?? [] };
}

export type CoveredPhoto = {
  /** address of the photo with covers */
  url: string;
  /** the covers of this photo */
  covers: Covering['covers'];
  /** false while the visitor's last change is not yet drawn */
  isCurrent: boolean;
};

/** A drawn photo, and what it was drawn from. */
type Drawn = Omit<CoveredPhoto, 'isCurrent'> & { key: string; src: string };

/** Returns the photo with the covers that a start would draw; null before the search has ended. */
export function useCoveredPhoto(): CoveredPhoto | null {
  const src = useChart('studio', selectPhoto)?.thumbnailUrl ?? null;
  const covering = useCovering();
  const key = src && covering && JSON.stringify([src, covering]);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const picture = useRef<{ src: string; pixels: ImageData } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains the covering
  useEffect(() => {
    if (!src || !covering || !key) return;
    let isOutdated = false;
    const draw = async () => {
      const { readPicture, coveredPicture } = await import('../../ui/covered-picture.ts');
      const known = picture.current?.src === src ? picture.current.pixels : null;
      const pixels = known ?? (await readPicture(src));
      if (isOutdated || !pixels) return;
      picture.current = { src, pixels };
      const url = coveredPicture(pixels, covering);
      if (url) setDrawn({ key, src, url, covers: covering.covers });
    };
    void draw();
    return () => {
      isOutdated = true;
    };
  }, [key]);
  if (!key || drawn?.src !== src) return null;
  return { url: drawn.url, covers: drawn.covers, isCurrent: drawn.key === key };
}
