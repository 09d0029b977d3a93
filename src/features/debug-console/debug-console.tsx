import './debug-console.css';
import type { KeyboardEvent } from 'react';
import type { DebugConsoleEvent } from '../../../machines/debug-console/debug-console.types.ts';
import type { ConsoleContent, ConsoleView } from '../../../machines/ports/debug-console.port.ts';

const views: ConsoleView[] = ['cookies', 'localStorage', 'actors', 'events', 'calls', 'build'];

const names: Record<ConsoleView, string> = {
  cookies: 'Cookies',
  localStorage: 'Local storage',
  actors: 'Actors',
  events: 'Events',
  calls: 'Calls',
  build: 'Build',
};

const reportWords = {
  idle: 'Copy bug report',
  copying: 'Copying…',
  copied: 'Copied',
  refused: 'It could not be copied',
};

export type ConsoleProps = {
  isOpen: boolean;
  view: ConsoleView;
  content: ConsoleContent | null;
  report: keyof typeof reportWords;
  send: (event: DebugConsoleEvent) => void;
  /** the attributes `data-actor` and `data-state` of the console's chart */
  attributes: Record<string, string | undefined>;
};

/**
 * Shows the debug console (R19). Its texts are only in English, because it is meant for developers
 * and support.
 */
export default function DebugConsole({ isOpen, attributes, ...rest }: ConsoleProps) {
  const { send } = rest;
  return (
    <>
      {isOpen && <div className="debug-console-space" />}
      <aside
        className={isOpen ? 'debug-console' : 'debug-console bar'}
        aria-label="Debug console"
        lang="en"
        {...attributes}
      >
        {isOpen ? (
          <OpenConsole {...rest} />
        ) : (
          <button type="button" onClick={() => send({ type: 'debugConsole.expanded' })}>
            Debug console
          </button>
        )}
      </aside>
    </>
  );
}

/** Selects the next or previous tab on an arrow key, as the ARIA pattern for tabs requires. */
function moveTab(event: KeyboardEvent, view: ConsoleView, send: ConsoleProps['send']) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const next = views[(views.indexOf(view) + by + views.length) % views.length] ?? view;
  send({ type: 'debugConsole.viewChosen', view: next });
  document.getElementById(`debug-console-${next}`)?.focus();
}

function OpenConsole({
  view,
  content,
  report,
  send,
}: Pick<ConsoleProps, 'view' | 'content' | 'report' | 'send'>) {
  return (
    <>
      <header>
        <div role="tablist" aria-label="Views" onKeyDown={(event) => moveTab(event, view, send)}>
          {views.map((name) => (
            <button
              key={name}
              id={`debug-console-${name}`}
              type="button"
              role="tab"
              aria-selected={name === view}
              aria-controls="debug-console-panel"
              tabIndex={name === view ? 0 : -1}
              onClick={() => send({ type: 'debugConsole.viewChosen', view: name })}
            >
              {names[name]}
            </button>
          ))}
        </div>
        <button
          type="button"
          aria-live="polite"
          disabled={report === 'copying'}
          onClick={() => send({ type: 'debugConsole.reportRequested' })}
        >
          {reportWords[report]}
        </button>
        <button
          type="button"
          aria-label="Shrink to a line"
          onClick={() => send({ type: 'debugConsole.collapsed' })}
        >
          ▾
        </button>
      </header>
      <div
        role="tabpanel"
        id="debug-console-panel"
        aria-labelledby={`debug-console-${view}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the panel
        tabIndex={0}
      >
        <Content content={content} />
      </div>
    </>
  );
}

function Content({ content }: Pick<ConsoleProps, 'content'>) {
  if (!content) return <p>Reading…</p>;
  if (content.kind === 'unavailable') {
    return <p>Not known here: a production build has no tap on its charts.</p>;
  }
  if (content.kind === 'unreadable') {
    return <p>It could not be read: the browser forbids it, or what reads it did not load.</p>;
  }
  if (content.rows.length === 0) return <p>Nothing here.</p>;
  return (
    <table>
      <tbody>
        {numbered(content.rows).map(({ key, name, value, note }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{value}</td>
            <td className="note">{note}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Adds a key to each row, because rows may be equal. Rows are numbered from the end: the last row
 * is the oldest, and its number never changes.
 */
const numbered = (rows: Extract<ConsoleContent, { kind: 'rows' }>['rows']) =>
  rows.map((row, index) => ({ ...row, key: rows.length - index }));
