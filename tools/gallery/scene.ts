import type { AnyMachineSnapshot } from 'xstate';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import type { Allows } from '../paths/explore.ts';
import type { Step } from '../paths/step.ts';
import type { Shot } from './page/gallery-data.ts';
import type { Cue, Stage } from './stage.ts';

/** A chart by its machine id, and a state of it that has to be reached. */
export type Wish = readonly [chart: string, is: (snapshot: AnyMachineSnapshot) => boolean];

/** What the gallery has to know of a chart that neither it nor its descriptor says. */
export type Scene = {
  chart: string;
  /** in the title of every state of it; '' for the usual one */
  says: string;
  /** path without language of the page below, with its query */
  path: (snapshot: AnyMachineSnapshot) => string;
  shot: Shot;
  /** one picture per state value, or one per innermost state where regions have nothing to do with each other */
  per: 'value' | 'leaf';
  /** samples besides those of the descriptor */
  samples?: Partial<Pick<ChartDescriptor, 'people' | 'charts' | 'actors' | 'inputs'>>;
  /** what the screen reads of the context, for the search: ways that differ in it are not one */
  seen?: ChartDescriptor['reads'];
  /** states that differ in this are shown apart */
  shows: (snapshot: AnyMachineSnapshot) => unknown;
  /** words for a difference that no step names */
  tells?: (snapshot: AnyMachineSnapshot) => string;
  allows?: Allows;
  /** states worth a picture; all of them without it */
  keeps?: (snapshot: AnyMachineSnapshot) => boolean;
  /** where the other charts have to be before this one begins */
  among?: (snapshot: AnyMachineSnapshot) => readonly Wish[];
  /** how an event of another chart comes about in the running product; sent as it is without it */
  via?: (step: Step, stage: Stage) => readonly Cue[] | null;
  /** what other charts still do before the picture is taken */
  afterwards?: readonly Cue[];
};

type Given = Readonly<Record<string, unknown>> | ((context: unknown) => Record<string, unknown>);
type Group = Readonly<Record<string, Given>>;

const both = (own: Given | undefined, more: Given): Given => {
  if (own === undefined) return more;
  if (typeof own === 'function' || typeof more === 'function') {
    const in_ = (given: Given, context: unknown) =>
      typeof given === 'function' ? given(context) : given;
    return (context) => ({ ...in_(own, context), ...in_(more, context) });
  }
  return { ...own, ...more };
};

const joined = (own: Group | undefined, more: Group | undefined): Group => {
  const entries = Object.entries(more ?? {}).map(([name, given]) => [
    name,
    both(own?.[name], given),
  ]);
  return { ...own, ...Object.fromEntries(entries) };
};

type Actors = Readonly<Record<string, Group>>;

/** The descriptor with the samples of a scene put beside its own. */
export function withSamples(model: ChartDescriptor, samples: Scene['samples']): ChartDescriptor {
  if (!samples) return model;
  const own = (model.actors ?? {}) as Actors;
  const actors = Object.entries((samples.actors ?? {}) as Actors).map(([id, kinds]) => [
    id,
    joined(own[id], kinds),
  ]);
  const widened = {
    ...model,
    ...(samples.inputs ? { inputs: samples.inputs } : {}),
    people: joined(model.people as Group, samples.people as Group),
    charts: joined(model.charts as Group, samples.charts as Group),
    actors: { ...own, ...Object.fromEntries(actors) },
  };
  return widened as ChartDescriptor;
}
