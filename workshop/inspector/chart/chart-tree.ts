import type {
  ChartDefinition,
  StateDefinition,
  TransitionDefinition,
} from '../../../src/devtools/tap/chart-definition.ts';
import { eventWords } from './event-words.ts';

/** A transition at the level where its source and its target are siblings. */
export type LevelArrow = {
  /** key of the source child; '' means the state itself, for transitions from any child */
  from: string;
  to: string;
  transition: TransitionDefinition;
  text: string;
};

/** Lookups for drawing a chart. */
export type ChartTree = {
  root: StateDefinition;
  /** arrows by the id of the state that contains them */
  arrows: Map<string, LevelArrow[]>;
  /** transitions that are written as a line in the box of their state */
  lines: Map<string, { text: string; transition: string }[]>;
};

type Place = { state: StateDefinition; path: StateDefinition[] };

function placesOf(root: StateDefinition): Map<string, Place> {
  const places = new Map<string, Place>();
  const visit = (state: StateDefinition, above: StateDefinition[]) => {
    const path = [...above, state];
    places.set(state.id, { state, path });
    for (const child of state.states) visit(child, path);
  };
  visit(root, []);
  return places;
}

const guardWords = ({ guard }: TransitionDefinition) => (guard === null ? '' : ` [${guard}]`);

const wordsOf = (transition: TransitionDefinition) =>
  `${eventWords(transition.event)}${guardWords(transition)}`;

const commonDepth = (a: StateDefinition[], b: StateDefinition[]) => {
  let depth = 0;
  while (depth < a.length && a[depth] === b[depth]) depth += 1;
  return depth;
};

const add = <Item>(map: Map<string, Item[]>, key: string, item: Item) => {
  map.set(key, [...(map.get(key) ?? []), item]);
};

class TreeBuilder {
  readonly tree: ChartTree;
  readonly #places: Map<string, Place>;

  constructor(root: StateDefinition) {
    this.tree = { root, arrows: new Map(), lines: new Map() };
    this.#places = placesOf(root);
  }

  add(transition: TransitionDefinition): void {
    const source = this.#places.get(transition.source);
    if (!source) return;
    const [target] = transition.targets;
    if (target === undefined) {
      const actions = transition.actions.filter((name) => !name.startsWith('xstate.cancel'));
      const does = actions.length > 0 ? ` / ${actions.join(', ')}` : ' / nothing';
      this.#line(transition, `${wordsOf(transition)}${does}`);
      return;
    }
    const place = this.#places.get(target);
    if (place) this.#connect(transition, source, place);
  }

  #line(transition: TransitionDefinition, text: string): void {
    add(this.tree.lines, transition.source, { text, transition: transition.id });
  }

  #connect(transition: TransitionDefinition, from: Place, to: Place): void {
    const common = commonDepth(from.path, to.path);
    const below = from.path[common];
    const target = to.path[common];
    const container = from.path[common - 1];
    const text = wordsOf(transition);
    if (!target) {
      this.#line(transition, `${text} ${to.state === from.state ? '↻' : `→ ${to.state.key}`}`);
    } else if (!below || !container) {
      const level = from.state;
      if (level.type === 'parallel') this.#line(transition, `${text} → ${inner(to, common - 1)}`);
      else add(this.tree.arrows, level.id, { from: '', to: target.key, transition, text });
    } else if (container.type === 'parallel') {
      this.#line(transition, `${text} → ${inner(to, common - 1)}`);
    } else {
      if (below !== from.state) this.#line(transition, `${text} → ${inner(to, common - 1)}`);
      const deep = to.state === target ? '' : ` ▸ ${inner(to, common)}`;
      const arrow = { from: below.key, to: target.key, transition, text: `${text}${deep}` };
      add(this.tree.arrows, container.id, arrow);
    }
  }
}

/** The keys of a state below a level, joined by dots. */
const inner = ({ path }: Place, depth: number) =>
  path
    .slice(depth + 1)
    .map((state) => state.key)
    .join('.');

export function buildTree({ root, transitions }: ChartDefinition): ChartTree {
  const builder = new TreeBuilder(root);
  for (const transition of transitions) builder.add(transition);
  return builder.tree;
}
