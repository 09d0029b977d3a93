import { DottedName } from './dotted-name.tsx';
import type { GalleryState, StepMaker } from './gallery-data.ts';

const makers: Record<StepMaker, string> = {
  visitor: 'the visitor',
  chart: 'another chart',
  world: 'the world',
  time: 'time',
};

/** The path that leads to a state, one step per line. */
export function PathSteps({ state: { start, steps } }: { state: GalleryState }) {
  return (
    <ol className="path-steps">
      <li data-by="start">{start ? `It starts with ${start}` : 'It starts'}</li>
      {steps.map(({ says, by }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a path may take the same step twice
        <li key={index} data-by={by} title={`Done by ${makers[by]}`}>
          <DottedName name={says} />
        </li>
      ))}
    </ol>
  );
}

/** The steps of `PathSteps` in one line. */
export const pathInWords = ({ start, steps }: GalleryState): string =>
  [start, ...steps.map(({ says }) => says)].filter(Boolean).join(' → ') || 'as it starts';
