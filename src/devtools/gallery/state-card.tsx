import { useState } from 'react';
import { anchorOf } from './choose-states.ts';
import { FrameWindow } from './frame-window.tsx';
import type { FrameReport, GalleryState } from './gallery-data.ts';
import { pathInWords } from './path-steps.tsx';
import { localesOf, themesOf, type View } from './view.ts';

export const faultsOf = ({ missing, faults, overflow, cutOff }: FrameReport): string[] => [
  ...missing.map((id) => `no message ${id}`),
  ...faults,
  ...cutOff.map((words) => `cuts off “${words}”`),
  ...(overflow > 0 ? [`${overflow} px too wide`] : []),
];

/** `boot.ready` as words: states are read, not spelled. */
export const titleOf = ({ name }: GalleryState): string => name.replaceAll('+', ' + ');

type Props = { state: GalleryState; view: View; onOpen: (id: string) => void };

/** One state in every language and theme that is chosen, with the way there. */
export function StateCard({ state, view, onOpen }: Props) {
  const [faults, setFaults] = useState<Readonly<Record<string, readonly string[]>>>({});
  const locales = localesOf(view);
  const looks = locales.flatMap((locale) => themesOf(view).map((theme) => ({ locale, theme })));
  const title = titleOf(state);
  const told = Object.values(faults).flat();
  return (
    <article className="state-card" id={anchorOf(state.id)} data-wide={looks.length > 1}>
      <button type="button" className="state-frames" onClick={() => onOpen(state.id)}>
        <span className="sr-only">Open {[title, state.variant].filter(Boolean).join(', ')}</span>
        {looks.map(({ locale, theme }) => (
          <span key={`${locale} ${theme}`} className="state-look">
            <FrameWindow
              state={state.id}
              locale={locale}
              theme={theme}
              width={view.width}
              scale={view.zoom / 100}
              title={`${title} in ${locale}, ${theme}`}
              onReport={(report) =>
                setFaults((before) => ({ ...before, [`${locale} ${theme}`]: faultsOf(report) }))
              }
            />
            {looks.length > 1 && (
              <span className="state-look-name">
                {locale} {theme}
              </span>
            )}
          </span>
        ))}
      </button>
      <div className="state-text">
        <h3>{title}</h3>
        {state.variant && <p className="state-variant">{state.variant}</p>}
        {state.views.length > 0 && <p className="state-views">{state.views.join('; ')}</p>}
        <p className="state-path">{pathInWords(state)}</p>
        {state.requirements.length > 0 && (
          <ul className="state-requirements" aria-label="Requirements">
            {state.requirements.map((id) => (
              <li key={id}>{id}</li>
            ))}
          </ul>
        )}
        {told.length > 0 && (
          <p className="state-faults" role="status">
            {told[0]}
            {told.length > 1 && `, and ${told.length - 1} more`}
          </p>
        )}
      </div>
    </article>
  );
}
