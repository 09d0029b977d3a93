import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import type { AnyActorRef, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type {} from '../../../src/devtools/expose-actors.ts';

/** One transition of one chart that the page took. */
export type Taken = { chart: string; id: string };

type Recording = { taken: Taken[] };

declare global {
  interface Window {
    __lightwellPaths?: Recording;
  }
}

/*
 * Runs in the page before anything of the product: the moment the product exposes its root, it
 * listens to every microstep. The words are those of tests/paths/transitions.ts.
 */
const listen = (): void => {
  const recording: Recording = { taken: [] };
  window.__lightwellPaths = recording;

  const candidates = (node: AnyStateNode): [string, AnyTransitionDefinition[]][] => [
    ...node.transitions,
    ...(node.always ? [['', node.always] as [string, AnyTransitionDefinition[]]] : []),
  ];
  const note = (definition: AnyTransitionDefinition): void => {
    const { source } = definition;
    for (const [event, list] of candidates(source)) {
      const index = list.indexOf(definition);
      if (index < 0) continue;
      const targets = (definition.target ?? []).map((node) => node.id).join(' ') || '-';
      const kind = definition.reenter ? ' ⟲' : '';
      const id = `${source.id} | ${event || 'always'} | ${index} | ${targets}${kind}`;
      recording.taken.push({ chart: source.machine.id, id });
    }
  };

  /** What was taken before anyone could listen: out of states that a chart starts in. */
  const noteStart = (ref: AnyActorRef): void => {
    const snapshot = ref.getSnapshot();
    const nodes: AnyStateNode[] | undefined = snapshot?._nodes;
    if (!nodes) return;
    const starts = (node: AnyStateNode): AnyStateNode[] => {
      const first = node.initial?.target[0];
      const inner =
        node.type === 'parallel'
          ? (Object.values(node.states) as AnyStateNode[])
          : first
            ? [first]
            : [];
      return [node, ...inner.flatMap(starts)];
    };
    for (const node of starts(snapshot.machine.root)) {
      if (nodes.includes(node)) continue;
      const gone = node.always?.find(({ target }) => target?.some((one) => nodes.includes(one)));
      if (gone) note(gone);
    }
    for (const child of Object.values<AnyActorRef>(snapshot.children)) noteStart(child);
  };

  let exposed: Window['__lightwell'];
  Object.defineProperty(window, '__lightwell', {
    configurable: true,
    get: () => exposed,
    set: (value: NonNullable<Window['__lightwell']>) => {
      exposed = value;
      noteStart(value.root);
      value.root.system.inspect((event) => {
        if (event.type === '@xstate.microstep') for (const one of event._transitions) note(one);
      });
    },
  });
};

/** Every page of the context records what its charts do from now on. */
export const recordTransitions = (context: BrowserContext): Promise<void> =>
  context.addInitScript(listen).then(() => undefined);

/** All since the page was loaded; an empty list where the page runs no charts. */
export const takenOn = (page: Page): Promise<Taken[]> =>
  page.evaluate(() => window.__lightwellPaths?.taken ?? []);

export const coverageDir = 'test-results/chart-coverage';

/** Keeps what a page took for `npm run coverage:charts`. */
export const keepTaken = (name: string, taken: readonly Taken[]): void => {
  const charts: Record<string, string[]> = {};
  for (const { chart, id } of taken) {
    const ids = charts[chart] ?? [];
    if (!ids.includes(id)) ids.push(id);
    charts[chart] = ids;
  }
  mkdirSync(coverageDir, { recursive: true });
  writeFileSync(join(coverageDir, `${name}.json`), JSON.stringify(charts));
};

/** Of the last browser run, all pages together; undefined where there was none. */
export const readTaken = (): Map<string, Set<string>> | undefined => {
  const merged = new Map<string, Set<string>>();
  let files: string[];
  try {
    files = readdirSync(coverageDir);
  } catch {
    return undefined;
  }
  for (const file of files) {
    const text = readFileSync(join(coverageDir, file), 'utf8');
    for (const [chart, ids] of Object.entries(JSON.parse(text) as Record<string, string[]>)) {
      const known = merged.get(chart) ?? new Set();
      for (const id of ids) known.add(id);
      merged.set(chart, known);
    }
  }
  return merged;
};
