import './detail-panel.css';
import { useState } from 'react';
import { valueWords } from './chart/active-states.ts';
import { eventWords } from './chart/event-words.ts';
import { nameOf } from './inspector-store.ts';
import { jsonChanges } from './json-changes.ts';
import { JsonTree, JsonValue } from './json-view.tsx';
import { PossibleEvents } from './possible-events-list.tsx';
import { lastMove, momentAt, type SessionEntry } from './session.ts';
import { useInspector } from './use-inspector.tsx';

const tabs = ['now', 'event', 'context'] as const;
const tabNames = { now: 'What can happen', event: 'Last event', context: 'Context' } as const;

/** The selected actor: possible events, last event, context. */
export function DetailPanel() {
  const store = useInspector();
  const [tab, setTab] = useState<(typeof tabs)[number]>('now');
  const { session, view } = store;
  const actor = session.actors.get(view.actor ?? '');
  if (!actor) return <aside className="panel detail" aria-label="Details" />;
  const chosen = session.entries.find(({ seq }) => seq === view.cursor);
  const entry = chosen?.actor === actor.id ? chosen : lastMove(session, actor.id, view.cursor);
  return (
    <aside className="panel detail" aria-label="Details">
      <header>
        <h2>{nameOf(actor)}</h2>
        <span className={`badge ${actor.status}`}>{actor.status}</span>
      </header>
      <div role="tablist" className="tabs">
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={tab === name}
            onClick={() => setTab(name)}
          >
            {name === 'event' && chosen ? 'This event' : tabNames[name]}
          </button>
        ))}
      </div>
      <div className="scroll" role="tabpanel">
        {tab === 'now' && <PossibleEvents actor={actor} />}
        {tab === 'event' && (entry ? <EventDetail entry={entry} /> : <p>Nothing yet.</p>)}
        {tab === 'context' && (
          <JsonTree
            name="context"
            value={momentAt(session, actor.id, view.cursor)?.context ?? null}
          />
        )}
      </div>
    </aside>
  );
}

function EventDetail({ entry }: { entry: SessionEntry }) {
  const { session } = useInspector();
  const source = session.actors.get(entry.source ?? '');
  const { type, ...payload } = entry.event;
  return (
    <>
      <p className="event-head">
        <code>{eventWords(type)}</code>
        {entry.count > 1 && <span className="badge">× {entry.count}</span>}
        <span className="muted">
          {source ? `from ${nameOf(source)}` : 'from outside'} · {(entry.at / 1000).toFixed(3)} s
        </span>
      </p>
      {Object.keys(payload).length > 0 && <JsonTree name="payload" value={payload} />}
      <h3>Transitions</h3>
      <Transitions entry={entry} />
      <h3>State</h3>
      <p className="value-change">
        <code>{valueWords(entry.before?.value ?? null) || '—'}</code> →{' '}
        <code>{valueWords(entry.after?.value ?? null) || '—'}</code>
      </p>
      <h3>Context</h3>
      <Changes entry={entry} />
      {entry.result !== null && <JsonTree name="result" value={entry.result} />}
    </>
  );
}

function Transitions({ entry }: { entry: SessionEntry }) {
  // one event may take the same transition twice
  const ids = entry.steps?.flatMap((step, index) =>
    step.transitions.map((id) => ({ id, raised: step.raised, key: `${index} ${id}` })),
  );
  if (!ids || ids.length === 0) return <p className="muted">None: nothing waited for it.</p>;
  return (
    <ol className="transitions">
      {ids.map(({ id, raised, key }) => (
        <li key={key}>
          {raised !== null && raised !== '' && <span className="muted">raised {raised}: </span>}
          <code>{id}</code>
        </li>
      ))}
    </ol>
  );
}

function Changes({ entry }: { entry: SessionEntry }) {
  const changes = jsonChanges(entry.before?.context ?? null, entry.after?.context ?? null);
  if (changes.length === 0) return <p className="muted">Unchanged.</p>;
  return (
    <ul className="changes">
      {changes.map(({ path, kind, before, after }) => (
        <li key={path} className={kind}>
          <span className="key">{path || 'context'}</span>
          {kind !== 'added' && (
            <del>
              <JsonValue value={before} />
            </del>
          )}
          {kind !== 'removed' && (
            <ins>
              <JsonValue value={after} />
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}
