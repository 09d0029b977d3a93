import type { KeyboardEvent } from 'react';
import type { WireActor } from '../../src/devtools/wire/wire-messages.ts';
import { valueWords } from './chart/active-states.ts';
import { ChartSearch } from './chart-search.tsx';
import { nameOf } from './inspector-store.ts';
import { momentAt, type Session } from './session.ts';
import { useInspector } from './use-inspector.tsx';

type Line = { actor: WireActor; depth: number };

/** Lists parents before children. Ended calls are left out, because there are hundreds. */
function linesOf(session: Session, showCalls: boolean): Line[] {
  const below = new Map<string | null, WireActor[]>();
  for (const actor of session.actors.values()) {
    const isShown = actor.chart !== null || (showCalls && actor.status === 'active');
    if (!isShown) continue;
    const parent = session.actors.has(actor.parent ?? '') ? actor.parent : null;
    below.set(parent, [...(below.get(parent) ?? []), actor]);
  }
  const visit = (parent: string | null, depth: number): Line[] =>
    (below.get(parent) ?? []).flatMap((actor) => [{ actor, depth }, ...visit(actor.id, depth + 1)]);
  return visit(null, 0);
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=treeitem]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  items[at + by]?.focus();
  event.preventDefault();
}

export function ActorTree() {
  const store = useInspector();
  const { session, view } = store;
  const lines = linesOf(session, view.showCalls);
  return (
    <nav className="panel tree" aria-label="Actors">
      <header>
        <h2>Actors</h2>
        <span className="grow" />
        <label className="check">
          <input
            type="checkbox"
            checked={view.showCalls}
            onChange={({ target }) => store.show({ showCalls: target.checked })}
          />
          calls
        </label>
      </header>
      <ChartSearch />
      <div role="tree" tabIndex={-1} onKeyDown={moveFocus}>
        {lines.map(({ actor, depth }) => (
          <TreeLine key={actor.id} actor={actor} depth={depth} />
        ))}
      </div>
    </nav>
  );
}

function TreeLine({ actor, depth }: Line) {
  const store = useInspector();
  const { session, view } = store;
  const isChosen = view.actor === actor.id;
  const value = momentAt(session, actor.id, view.cursor)?.value ?? actor.value;
  return (
    <button
      type="button"
      role="treeitem"
      aria-selected={isChosen}
      aria-level={depth + 1}
      tabIndex={isChosen ? 0 : -1}
      className={`actor ${actor.status}${actor.chart === null ? ' call' : ''}`}
      style={{ paddingInlineStart: 10 + depth * 14 }}
      onClick={() => store.show({ actor: actor.id, layout: 'chart' })}
    >
      <span className="dot" />
      <span className="name">{nameOf(actor)}</span>
      <span className="value" title={valueWords(value)}>
        {actor.chart === null ? 'call' : valueWords(value)}
      </span>
    </button>
  );
}
