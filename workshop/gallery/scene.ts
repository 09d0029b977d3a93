import type { AnyMachineSnapshot } from 'xstate';
import { failureOf } from '../../machines/ports/port-failure.ts';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import type { Allows } from '../paths/explore.ts';
import type { Step } from '../paths/step.ts';
import type { Shot } from './page/gallery-data.ts';
import type { Cue, Stage } from './stage.ts';

/** A chart by its machine id, and the state that the gallery must bring it to. */
export type Wish = readonly [chart: string, is: (snapshot: AnyMachineSnapshot) => boolean];

/** The gallery's settings for a chart, in addition to its descriptor. */
export type Scene = {
  chart: string;
  /** words for the titles of these states; '' for the chart's usual scene */
  says: string;
  /** path (without language) and query of the page under the chart */
  path: (snapshot: AnyMachineSnapshot) => string;
  shot: Shot;
  /** one picture per state value, or per innermost state if regions are independent */
  per: 'value' | 'leaf';
  /** samples in addition to those of the descriptor */
  samples?: Partial<Pick<ChartDescriptor, 'people' | 'charts' | 'actors' | 'inputs'>>;
  /** the visible part of the context; situations that differ in it are searched separately */
  seen?: ChartDescriptor['reads'];
  /** states that differ in this value get separate pictures */
  shows: (snapshot: AnyMachineSnapshot) => unknown;
  /** number of situations to search, breadth first; the descriptor's number by default */
  situations?: number;
  /** label of a difference that no step describes */
  tells?: (snapshot: AnyMachineSnapshot) => string;
  allows?: Allows;
  /** true for states that get a picture; all states by default */
  keeps?: (snapshot: AnyMachineSnapshot) => boolean;
  /** required states of other charts before this chart starts with an input */
  among?: (snapshot: AnyMachineSnapshot, input: unknown) => readonly Wish[];
  /** steps by which another chart sends an event; if absent, the event is sent directly */
  via?: (step: Step, stage: Stage) => readonly Cue[] | null;
  /** steps of other charts before the picture is taken */
  afterwards?: readonly Cue[];
};

/** True if the call fails because the session has expired. The root then removes the page. */
export const isSignedOutBy = (step: Step): boolean =>
  step.kind === 'error' && failureOf(step.error).code === '10009';

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
