import type { GalleryFrames, GalleryState } from './gallery-data.ts';

export type GalleryStates = { states: readonly GalleryState[]; problems: readonly string[] };

async function load<Data>(name: string): Promise<Data> {
  const answer = await fetch(`/gallery-data/${name}.json`);
  const isData = answer.ok && answer.headers.get('content-type')?.includes('json');
  if (!isData) {
    throw new Error(
      'The states of the charts cannot be loaded from a build. Start npm run dev and open its gallery.',
    );
  }
  return (await answer.json()) as Data;
}

export const loadStates = (): Promise<GalleryStates> => load('states');

export const loadFrames = (chart: string): Promise<GalleryFrames> => load(chart);
