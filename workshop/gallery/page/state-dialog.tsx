import './state-dialog.css';
import {
  type KeyboardEvent,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { DottedName } from './dotted-name.tsx';
import { frameAddress } from './frame/frame-query.ts';
import { FrameWindow } from './frame-window.tsx';
import type { FrameReport, GalleryState } from './gallery-data.ts';
import { StateFacts } from './state-facts.tsx';
import { titleOf } from './state-text.tsx';
import { localesOf, themesOf, type View, widths } from './view.ts';

/*
 * Returns the scale at which the picture fits beside or above the facts. The picture is never
 * enlarged.
 */
function useScale({ width }: View): number {
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const adapt = () => {
      const room = innerWidth > 900 ? innerWidth - 460 : innerWidth - 48;
      const height = innerWidth > 900 ? innerHeight - 96 : innerHeight - 190;
      setScale(Math.min(1, room / width, Math.max(0.4, height / widths[width])));
    };
    adapt();
    addEventListener('resize', adapt);
    return () => removeEventListener('resize', adapt);
  }, [width]);
  return scale;
}

type Props = {
  state: GalleryState;
  view: View;
  /** moves to the previous state (-1) or the next one (1) */
  onMove: (by: 1 | -1) => void;
  onClose: () => void;
};

type ActionsProps = Omit<Props, 'view'> & { address: string };

function Actions({ state, address, onMove, onClose }: ActionsProps) {
  const [copied, setCopied] = useState('');
  const copy = async () => {
    await navigator.clipboard.writeText(location.href);
    setCopied(state.id);
  };
  return (
    <div className="state-dialog-actions">
      <button type="button" aria-label="State before" onClick={() => onMove(-1)}>
        ←
      </button>
      <button type="button" aria-label="Next state" onClick={() => onMove(1)}>
        →
      </button>
      <button type="button" onClick={copy}>
        {copied === state.id ? 'Copied' : 'Copy link'}
      </button>
      <a href={address} target="_blank" rel="noreferrer">
        Open alone
      </a>
      <button type="button" aria-label="Close" title="Close" onClick={onClose}>
        ✕
      </button>
    </div>
  );
}

/* Opens the dialog when it is rendered, and scrolls to the top for each new state. */
function useModal(id: string) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // a focused frame would receive the arrow keys; the heading is below the picture
    heading.current?.focus({ preventScroll: true });
    return () => element?.close();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for another state, not for another element
  useLayoutEffect(() => {
    // with braces, because newer browsers return a promise, which React would call as a clean-up
    dialog.current?.scrollTo({ top: 0, behavior: 'instant' });
  }, [id]);
  return { dialog, heading };
}

/** One state in full size with all its facts. */
export function StateDialog({ state, view, onMove, onClose }: Props) {
  const { dialog, heading } = useModal(state.id);
  const [report, setReport] = useState<FrameReport | null>(null);
  const [locale = 'en'] = localesOf(view);
  const [theme = 'light'] = themesOf(view);
  const query = { state: state.id, locale, theme };
  const frame = { ...query, width: view.width, scale: useScale(view), title: titleOf(state) };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') onMove(1);
    if (key === 'ArrowLeft') onMove(-1);
  };
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  const names = { className: 'state-dialog', 'aria-labelledby': 'state-title' };
  return (
    <dialog ref={dialog} {...names} onKeyDown={onKeyDown} onCancel={onCancel}>
      <Actions state={state} onMove={onMove} onClose={onClose} address={frameAddress(query)} />
      <div className="state-dialog-frame">
        <FrameWindow key={state.id} {...frame} usable onReport={setReport} />
      </div>
      <div className="state-dialog-facts">
        <p className="state-chart">{state.chart}</p>
        <h2 id="state-title" ref={heading} tabIndex={-1}>
          <DottedName name={titleOf(state)} />
        </h2>
        {state.variant && <p className="state-variant">{state.variant}</p>}
        <StateFacts state={state} report={report} />
      </div>
    </dialog>
  );
}
