import './state-dialog.css';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { frameAddress } from './frame/frame-query.ts';
import { FrameWindow } from './frame-window.tsx';
import type { FrameReport, GalleryState } from './gallery-data.ts';
import { PathSteps } from './path-steps.tsx';
import { faultsOf, titleOf } from './state-card.tsx';
import { localesOf, themesOf, type View, widths } from './view.ts';

/* Beside the facts, and never larger than it is. */
function useScale({ width }: View): number {
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const adapt = () => {
      const room = innerWidth > 900 ? innerWidth - 460 : innerWidth - 48;
      const height = innerWidth > 900 ? innerHeight - 96 : innerHeight;
      setScale(Math.min(1, room / width, Math.max(0.4, height / widths[width])));
    };
    adapt();
    addEventListener('resize', adapt);
    return () => removeEventListener('resize', adapt);
  }, [width]);
  return scale;
}

function Facts({ state, report }: { state: GalleryState; report: FrameReport | null }) {
  const faults = report ? faultsOf(report) : [];
  return (
    <>
      {state.views.length > 0 && <p className="lead">{state.views.join('; ')}</p>}
      {faults.length > 0 && (
        <ul className="state-faults">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      <h3>The way there</h3>
      <PathSteps state={state} />
      {state.requirements.length > 0 && (
        <>
          <h3>Requirements of the last step</h3>
          <p>{state.requirements.join(', ')}</p>
        </>
      )}
      <h3>
        Messages on screen {report && <span className="chart-count">{report.messages.length}</span>}
      </h3>
      <ul className="message-ids">
        {report?.messages.map((id) => (
          <li key={id}>
            <code>{id}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

type Props = {
  state: GalleryState;
  view: View;
  /** the state before (-1) or after (1) */
  onMove: (by: 1 | -1) => void;
  onClose: () => void;
};

/** One state at its size, with everything that is known about it. */
export function StateDialog({ state, view, onMove, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [report, setReport] = useState<FrameReport | null>(null);
  const [copied, setCopied] = useState(false);
  const scale = useScale(view);
  const [locale = 'en'] = localesOf(view);
  const [theme = 'light'] = themesOf(view);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // not the frame, which comes first: it would take the arrow keys
    heading.current?.focus();
    return () => element?.close();
  }, []);
  const copy = async () => {
    await navigator.clipboard.writeText(location.href);
    setCopied(true);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') onMove(1);
    if (key === 'ArrowLeft') onMove(-1);
  };
  const query = { state: state.id, locale, theme };
  return (
    <dialog
      ref={dialog}
      className="state-dialog"
      aria-labelledby="state-title"
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="state-dialog-frame">
        <FrameWindow
          key={state.id}
          {...query}
          width={view.width}
          scale={scale}
          title={titleOf(state)}
          usable
          onReport={setReport}
        />
      </div>
      <div className="state-dialog-facts">
        <p className="state-chart">{state.chart}</p>
        <h2 id="state-title" ref={heading} tabIndex={-1}>
          {titleOf(state)}
        </h2>
        {state.variant && <p className="state-variant">{state.variant}</p>}
        <div className="state-dialog-actions">
          <button type="button" aria-label="State before" onClick={() => onMove(-1)}>
            ←
          </button>
          <button type="button" aria-label="Next state" onClick={() => onMove(1)}>
            →
          </button>
          <button type="button" onClick={copy}>
            {copied ? 'Copied' : 'Copy link'}
          </button>
          <a href={frameAddress(query)} target="_blank" rel="noreferrer">
            Open alone
          </a>
          <button type="button" onClick={onClose}>
            Close
          </button>
        </div>
        <Facts state={state} report={report} />
      </div>
    </dialog>
  );
}
