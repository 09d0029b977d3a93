import './panels.css';
import { type CSSProperties, useEffect } from 'react';
import { ActorTree } from './actor-tree.tsx';
import { ChartPanel } from './chart/chart-panel.tsx';
import { Overview } from './chart/overview.tsx';
import { chartOf } from './chart/use-chart-picture.ts';
import { DetailPanel } from './detail-panel.tsx';
import { type InspectorStore, listedEntries } from './inspector-store.ts';
import { Sequence } from './sequence.tsx';
import { Splitter, usePanelSizes } from './splitter.tsx';
import { toggleTheme } from './theme.ts';
import { TopBar } from './top-bar.tsx';
import { useInspector } from './use-inspector.tsx';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null;

/** Handles a key. Returns false for keys without a meaning here. */
function press(store: InspectorStore, key: string): boolean {
  const { view, session } = store;
  const entries = listedEntries(session, view);
  switch (key) {
    case ' ':
      store.togglePause();
      break;
    case 'ArrowLeft':
      store.step(-1, entries);
      break;
    case 'ArrowRight':
      store.step(1, entries);
      break;
    case 'Home':
      store.show({ cursor: entries[0]?.seq ?? null });
      break;
    case 'End':
    case 'Escape':
      store.show({ cursor: null });
      break;
    case 'o':
      store.show({ layout: view.layout === 'chart' ? 'overview' : 'chart' });
      break;
    case 't':
      toggleTheme();
      break;
    case '/':
      document.getElementById('filter')?.focus();
      break;
    default:
      return false;
  }
  return true;
}

function useKeys(store: InspectorStore) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      // Space presses the focused button, so it is not handled here
      if (event.key === ' ' && event.target instanceof HTMLButtonElement) return;
      if (press(store, event.key)) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [store]);
}

export function Inspector() {
  const store = useInspector();
  useKeys(store);
  const { session, view } = store;
  const entries = listedEntries(session, view);
  return (
    <div className="inspector">
      <TopBar entries={entries} />
      <Notes />
      {session.actors.size === 0 ? <Empty /> : <Panels entries={entries} />}
    </div>
  );
}

function Panels({ entries }: { entries: ReturnType<typeof listedEntries> }) {
  const store = useInspector();
  const { session, view } = store;
  const actor = session.actors.get(view.actor ?? '');
  const chart = actor && chartOf(store, actor);
  const { sizes, change } = usePanelSizes();
  return (
    <main
      className="panels"
      style={
        {
          '--tree-size': `${sizes.tree}px`,
          '--detail-size': `${sizes.detail}px`,
          '--events-size': `${sizes.events}px`,
        } as CSSProperties
      }
    >
      <ActorTree />
      <Splitter panel="tree" size={sizes.tree} change={change} />
      {view.layout === 'chart' && actor && chart ? (
        <ChartPanel key={chart.fingerprint} actor={actor} chart={chart} />
      ) : (
        <Overview />
      )}
      <Splitter panel="detail" size={sizes.detail} change={change} />
      <DetailPanel />
      <Splitter panel="events" size={sizes.events} change={change} />
      <Sequence entries={entries} />
    </main>
  );
}

function Notes() {
  const store = useInspector();
  if (store.notes.length === 0) return null;
  return (
    <div className="notes" role="alert">
      <ul>
        {store.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <button type="button" onClick={() => store.dismissNotes()}>
        Dismiss
      </button>
    </div>
  );
}

function Empty() {
  return (
    <main className="empty">
      <h2>No page yet</h2>
      <p>
        Open the product in another tab of this browser with <kbd>Alt</kbd> + <kbd>Shift</kbd> +{' '}
        <kbd>X</kbd> or <code>?inspect</code>; it appears here by itself. A recording can be opened
        without one.
      </p>
    </main>
  );
}
