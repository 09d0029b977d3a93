import './sequence.css';
import { useEffect, useRef, useState } from 'react';
import { isJsonObject } from '../../src/devtools/wire/json.ts';
import { valueWords } from './chart/active-states.ts';
import { eventWords } from './chart/event-words.ts';
import { chartActors, nameOf } from './inspector-store.ts';
import { placeOf, type Session, type SessionEntry } from './session.ts';
import { useInspector } from './use-inspector.tsx';

const rowHeight = 24;
const laneWidth = 86;
/** Space for words on the left of the first lane. */
const margin = 56;
/** Number of invisible rows above and below that are rendered, so that scrolling shows no gaps. */
const spare = 8;

/** The lane of an actor. A call belongs to the lane of its chart. */
function laneOf(session: Session, id: string | null, lanes: ReadonlyMap<string, number>): number {
  let actor = session.actors.get(id ?? '');
  while (actor && actor.chart === null) actor = session.actors.get(actor.parent ?? '');
  return (actor && lanes.get(actor.systemId ?? actor.id)) ?? -1;
}

/**
 * One lane per systemId, which a restarted page chart keeps. Only actors of the listed events have
 * a lane, because the lanes of all actors would be wider than the screen.
 */
function lanesOf(session: Session, shown: readonly SessionEntry[]): Map<string, number> {
  const names = [...new Set(chartActors(session).map((actor) => actor.systemId ?? actor.id))];
  const all = new Map(names.map((name, index) => [name, index]));
  const used = new Set(
    shown.flatMap(({ actor, source }) => [
      laneOf(session, actor, all),
      laneOf(session, source, all),
    ]),
  );
  const kept = names.filter((_, index) => used.has(index));
  return new Map(kept.map((name, index) => [name, index]));
}

function previewOf(entry: SessionEntry): string {
  const { type: _, ...payload } = entry.event;
  return Object.entries(payload)
    .map(([key, value]) => {
      const text = isJsonObject(value) || Array.isArray(value) ? '…' : String(value);
      return `${key}: ${text}`;
    })
    .join(', ');
}

/** The name of a lane. A chart without a systemId is named by its session id. */
function nameOfLane(session: Session, name: string): string {
  const actor = session.actors.get(name);
  return actor ? nameOf(actor) : name;
}

const laneCenter = (lane: number) => margin + lane * laneWidth + laneWidth / 2;

type RowProps = { entry: SessionEntry; top: number; lanes: ReadonlyMap<string, number> };

function Row({ entry, top, lanes }: RowProps) {
  const store = useInspector();
  const { session, view } = store;
  const to = laneOf(session, entry.actor, lanes);
  const from = laneOf(session, entry.source, lanes);
  const took = entry.steps?.some((step) => step.transitions.length > 0) ?? false;
  const value = valueWords(entry.after?.value ?? null);
  const moved = took && value !== valueWords(entry.before?.value ?? null);
  const isChosen = view.cursor === entry.seq;
  const isPast = view.cursor !== null && entry.seq > view.cursor;
  return (
    <button
      type="button"
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className={`row${took ? '' : ' ignored'}${isPast ? ' later' : ''}`}
      style={{ top }}
      onClick={() => store.show({ cursor: entry.seq, actor: entry.actor })}
    >
      <span className="time">{(entry.at / 1000).toFixed(3)}</span>
      <span className="event-name">
        <code>{eventWords(entry.event.type)}</code>
        {entry.count > 1 && <span className="badge">× {entry.count}</span>}
        <span className="preview">{previewOf(entry)}</span>
      </span>
      <svg
        className="lanes"
        width={margin + lanes.size * laneWidth + 200}
        height={rowHeight}
        aria-hidden="true"
      >
        {[...lanes.values()].map((lane) => (
          <line
            key={lane}
            className="lifeline"
            x1={laneCenter(lane)}
            x2={laneCenter(lane)}
            y2={rowHeight}
          />
        ))}
        {from >= 0 && from !== to && <Throw from={from} to={to} />}
        {to >= 0 && (
          <>
            <circle
              className="arrival"
              cx={laneCenter(to)}
              cy={rowHeight / 2}
              r={moved ? 5 : 3.5}
            />
            {from === to && (
              <text className="self" x={laneCenter(to) - 20} y={16}>
                ↻
              </text>
            )}
            {moved && (
              <text
                className="became"
                x={laneCenter(to) + (from > to ? -10 : 10)}
                y={16}
                textAnchor={from > to ? 'end' : 'start'}
              >
                {shortValue(entry)}
              </text>
            )}
          </>
        )}
      </svg>
    </button>
  );
}

/** Only the regions that changed, because many regions would fill the screen. */
function shortValue(entry: SessionEntry): string {
  const before = new Set(valueWords(entry.before?.value ?? null).split(' '));
  const after = valueWords(entry.after?.value ?? null).split(' ');
  return after.filter((path) => !before.has(path)).join(' ');
}

function Throw({ from, to }: { from: number; to: number }) {
  const y = rowHeight / 2;
  const direction = to > from ? 1 : -1;
  const end = laneCenter(to) - direction * 6;
  return (
    <g className="throw">
      <line x1={laneCenter(from)} x2={end} y1={y} y2={y} />
      <path d={`M${end},${y} l${-direction * 6},-3.5 v7 z`} />
    </g>
  );
}

/** The events in order, as arrows between charts. Only visible rows are rendered. */
export function Sequence({ entries }: { entries: SessionEntry[] }) {
  const store = useInspector();
  const { session, view } = store;
  const frame = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState({ top: 0, height: 300 });
  const total = entries.length * rowHeight;
  const { cursor } = view;
  const chosen = cursor === null ? entries.length : placeOf(entries, cursor);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setScroll((now) => ({ ...now, height: element.clientHeight })),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    if (cursor === null) {
      element.scrollTop = total;
      return;
    }
    const top = chosen * rowHeight;
    const isOff = top < element.scrollTop || top > element.scrollTop + element.clientHeight - 60;
    if (isOff) element.scrollTop = top - element.clientHeight / 2;
  }, [cursor, chosen, total]);

  const first = Math.max(0, Math.floor(scroll.top / rowHeight) - spare);
  const last = Math.ceil((scroll.top + scroll.height) / rowHeight) + spare;
  const shown = entries.slice(first, last);
  const lanes = lanesOf(session, shown);
  return (
    <section className="panel sequence" aria-label="Events">
      <SequenceHeader count={entries.length} />
      <div
        ref={frame}
        className="rows"
        role="listbox"
        aria-label="Events, oldest first"
        tabIndex={0}
        onScroll={({ currentTarget }) =>
          setScroll({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })
        }
      >
        <div
          className="lane-names"
          style={{ paddingInlineStart: `calc(var(--event-width) + ${margin}px)` }}
        >
          {[...lanes.keys()].map((name) => (
            <span key={name} style={{ width: laneWidth }} title={name}>
              {nameOfLane(session, name)}
            </span>
          ))}
        </div>
        <div className="rows-inner" style={{ height: total }}>
          {shown.map((entry, index) => (
            <Row key={entry.seq} entry={entry} top={(first + index) * rowHeight} lanes={lanes} />
          ))}
        </div>
      </div>
    </section>
  );
}

function SequenceHeader({ count }: { count: number }) {
  const store = useInspector();
  const { session, view } = store;
  return (
    <header>
      <h2>Events</h2>
      <span className="muted">
        {count === session.entries.length ? count : `${count} of ${session.entries.length}`}
      </span>
      <span className="grow" />
      <label className="check">
        <input
          type="checkbox"
          checked={view.onlyActor}
          onChange={({ target }) => store.show({ onlyActor: target.checked })}
        />
        only the chosen actor
      </label>
      <input
        type="search"
        id="filter"
        placeholder="Filter  ( / )"
        aria-label="Filter events"
        value={view.filter}
        onChange={({ target }) => store.show({ filter: target.value })}
      />
    </header>
  );
}
