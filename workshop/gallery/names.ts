import { statePath } from '../../machines/model/state-path.ts';

type Named = { chart: string; name: string; words: readonly string[] };

/**
 * Writes a state path such as `working.step.uploading.sending+pace.usual`. A prefix shared by
 * regions appears once.
 */
export function shortName(value: Parameters<typeof statePath>[0]): string {
  const [first = '', ...others] = statePath(value).split(' ');
  const head = first.split('.');
  const short = others.map((path) => {
    const parts = path.split('.');
    const differs = parts.findIndex((part, index) => part !== head[index]);
    return parts.slice(differs).join('.');
  });
  return [first, ...short].join('+');
}

const slug = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/**
 * Returns the shortest beginning of the state's words that no other state shares, or undefined if
 * there is none.
 */
function tellingWords(state: Named, others: readonly Named[]): string | undefined {
  for (let count = 1; count <= state.words.length; count += 1) {
    const told = (one: Named) => one.words.slice(0, count).join('|');
    if (others.every((other) => told(other) !== told(state))) {
      return state.words.slice(0, count).filter(Boolean).join(', ');
    }
  }
  return undefined;
}

/** Gives every state an id that depends only on its path and its words. */
export function nameStates<State extends Named>(
  states: readonly State[],
): (Omit<State, 'words'> & { id: string; variant: string })[] {
  const groups = Map.groupBy(states, ({ chart, name }) => `${chart}/${name}`);
  const counts = new Map<string, number>();
  return states.map((state) => {
    const alike = groups.get(`${state.chart}/${state.name}`) ?? [];
    const others = alike.filter((other) => other !== state);
    const told = others.length === 0 ? '' : tellingWords(state, others);
    const variant = told ?? [state.words.find(Boolean), alike.indexOf(state) + 1].join(' ');
    const { words: _, ...rest } = state;
    const base = [`${state.chart}/${state.name}`, slug(variant)].filter(Boolean).join('~');
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    const id = count === 1 ? base : `${base}-${count}`;
    return { ...rest, id, variant };
  });
}
