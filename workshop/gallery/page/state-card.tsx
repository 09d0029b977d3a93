import { useState } from 'react';
import { anchorOf } from './choose-states.ts';
import { FrameWindow } from './frame-window.tsx';
import type { FrameReport, GalleryState } from './gallery-data.ts';
import { faultsOf, StateText, titleOf } from './state-text.tsx';
import { localesOf, themesOf, type View } from './view.ts';

const looksOf = (view: View) =>
  localesOf(view).flatMap((locale) => themesOf(view).map((theme) => ({ locale, theme })));

type LookProps = {
  state: GalleryState;
  look: ReturnType<typeof looksOf>[number];
  width: View['width'];
  scale: number;
  isNamed: boolean;
  onReport: (look: string, report: FrameReport) => void;
};

function StateLook({ state, look, width, scale, isNamed, onReport }: LookProps) {
  const { locale, theme } = look;
  const name = `${locale} ${theme}`;
  return (
    <span className="state-look">
      <FrameWindow
        state={state.id}
        {...look}
        width={width}
        scale={scale}
        title={`${titleOf(state)} in ${locale}, ${theme}`}
        onReport={(report) => onReport(name, report)}
      />
      {isNamed && <span className="state-look-name">{name}</span>}
    </span>
  );
}

type Props = { state: GalleryState; view: View; scale: number; onOpen: (id: string) => void };

/** One state in all chosen languages and themes, with the path that leads to it. */
export function StateCard({ state, view, scale, onOpen }: Props) {
  const [faults, setFaults] = useState<Readonly<Record<string, readonly string[]>>>({});
  const looks = looksOf(view);
  const isWide = looks.length > 1;
  const name = [titleOf(state), state.variant].filter(Boolean).join(', ');
  const onReport = (look: string, report: FrameReport) =>
    setFaults((before) => ({ ...before, [look]: faultsOf(report) }));
  return (
    <article className="state-card" id={anchorOf(state.id)} data-wide={isWide}>
      <button type="button" className="state-frames" onClick={() => onOpen(state.id)}>
        <span className="sr-only">Open {name}</span>
        {looks.map((look) => (
          <StateLook
            key={`${look.locale} ${look.theme}`}
            state={state}
            look={look}
            scale={scale}
            onReport={onReport}
            width={view.width}
            isNamed={isWide}
          />
        ))}
      </button>
      <StateText state={state} faults={Object.values(faults).flat()} />
    </article>
  );
}
