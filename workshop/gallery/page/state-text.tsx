import { DottedName } from './dotted-name.tsx';
import type { FrameReport, GalleryState } from './gallery-data.ts';
import { pathInWords } from './path-steps.tsx';

export const faultsOf = ({ missing, faults, overflow, cutOff }: FrameReport): string[] => [
  ...missing.map((id) => `no message ${id}`),
  ...faults,
  ...cutOff.map((words) => `cuts off “${words}”`),
  ...(overflow > 0 ? [`${overflow} px too wide`] : []),
];

/** The name of a state, such as `boot.ready`, as readable words. */
export const titleOf = ({ name }: GalleryState): string => name.replaceAll('+', ' + ');

type Props = {
  state: GalleryState;
  /** problems that the state's frames reported */
  faults: readonly string[];
};

export function StateText({ state, faults }: Props) {
  return (
    <div className="state-text">
      <h3>
        <DottedName name={titleOf(state)} />
      </h3>
      {state.variant && <p className="state-variant">{state.variant}</p>}
      {state.views.length > 0 && <p className="state-views">{state.views.join('; ')}</p>}
      <p className="state-path">
        <DottedName name={pathInWords(state)} />
      </p>
      {faults.length > 0 && (
        <p className="state-faults" role="status">
          {faults[0]}
          {faults.length > 1 && `, and ${faults.length - 1} more`}
        </p>
      )}
    </div>
  );
}
