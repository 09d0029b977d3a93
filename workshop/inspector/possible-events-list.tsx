import { useState } from 'react';
import type { Answer, WireActor } from '../../src/devtools/wire/wire-messages.ts';
import { eventWords } from './chart/event-words.ts';
import { chartOf } from './chart/use-chart-picture.ts';
import { lastPayload, type PossibleEvent, possibleEvents, readPayload } from './possible-events.ts';
import { isOfServer } from './server-charts.ts';
import { momentAt } from './session.ts';
import { useInspector } from './use-inspector.tsx';

/** All events that the chart accepts. Events of users and other charts can be sent here. */
export function PossibleEvents({ actor }: { actor: WireActor }) {
  const store = useInspector();
  const chart = chartOf(store, actor);
  const moment = momentAt(store.session, actor.id, store.view.cursor);
  if (!chart || !moment) return <p className="muted">This actor is not a chart.</p>;
  if (moment.status !== 'active') return <p className="muted">This chart has ended.</p>;
  const isOwn = !isOfServer(actor.id);
  const isPresent = store.view.cursor === null && !store.recording && !store.lost;
  const events = possibleEvents(chart, moment.value);
  return (
    <>
      {!isOwn && (
        <p className="note">Only the server moves this chart: its answers name the state.</p>
      )}
      {isOwn && !isPresent && (
        <p className="note">You look at the past: go back to live to send an event.</p>
      )}
      <ul className="possible">
        {events.map((event) => (
          <EventForm
            key={`${actor.id} ${event.type}`}
            actor={actor}
            event={event}
            isLive={isOwn && isPresent}
          />
        ))}
      </ul>
    </>
  );
}

type Props = { actor: WireActor; event: PossibleEvent; isLive: boolean };

function EventForm({ actor, event, isLive }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <div className="possible-head">
        {event.canBeSent ? (
          <button
            type="button"
            className="open-form"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> <code>{event.type}</code>
          </button>
        ) : (
          <code className="not-sendable">{eventWords(event.type)}</code>
        )}
      </div>
      <ul className="guards">
        {event.transitions.map(({ id, guard, targets, actions }) => (
          <li key={id} title={id}>
            {guard && <span className="guard">{guard}</span>}
            <span className="target">
              {targets.length > 0
                ? `→ ${targets.map((target) => target.split('.').slice(1).join('.')).join(', ')}`
                : actions.join(', ') || 'nothing'}
            </span>
          </li>
        ))}
      </ul>
      {isOpen && <PayloadForm actor={actor} type={event.type} isLive={isLive} />}
    </li>
  );
}

function PayloadForm({ actor, type, isLive }: { actor: WireActor; type: string; isLive: boolean }) {
  const store = useInspector();
  const [text, setText] = useState(() => JSON.stringify(lastPayload(store.session, type), null, 2));
  const [answer, setAnswer] = useState<Answer | null>(null);
  const read = readPayload(text);
  const problem = 'problem' in read ? read.problem : null;
  const ask = async (kind: 'event.sent' | 'event.tried') => {
    if ('problem' in read) return;
    setAnswer(await store.request(kind, actor.id, { ...read.payload, type }));
  };
  return (
    <form
      className="payload"
      onSubmit={(submit) => {
        submit.preventDefault();
        void ask('event.sent');
      }}
    >
      <textarea
        aria-label={`Payload of ${type} as JSON`}
        spellCheck={false}
        value={text}
        rows={Math.min(10, text.split('\n').length)}
        onChange={({ target }) => {
          setText(target.value);
          setAnswer(null);
        }}
        onKeyDown={(press) => {
          if (press.key === 'Enter' && (press.ctrlKey || press.metaKey)) void ask('event.sent');
        }}
      />
      <div className="send-row">
        <button type="submit" className="primary" disabled={!isLive || problem !== null}>
          Send
        </button>
        <button
          type="button"
          disabled={!isLive || problem !== null}
          onClick={() => void ask('event.tried')}
        >
          Would it be taken?
        </button>
        <span role="status" className={problem || answer?.ok === false ? 'bad' : 'good'}>
          {problem ?? answer?.words}
        </span>
      </div>
    </form>
  );
}
