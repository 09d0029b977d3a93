import type { FoundRegion, Region } from '../model/regions.ts';

/** Returns a region that is found and covered as a rectangle. */
export const sampleRegion = (shows: FoundRegion['shows'], region: Region): FoundRegion => {
  const { left, top, width, height } = region;
  const [right, bottom] = [left + width, top + height];
  return {
    shows,
    ...region,
    cover: {
      points: [
        { x: left, y: top },
        { x: right, y: top },
        { x: right, y: bottom },
        { x: left, y: bottom },
      ],
      cell: 0.05,
      softness: 0.01,
    },
  };
};
