import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  StateMachine,
} from 'xstate';
import { appMachine } from '../../machines/app/app.machine.ts';
import { dialogActor } from '../../machines/dialogs/dialog-actor.ts';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { rebuild } from '../paths/rebuild.ts';
import { standIn } from '../paths/stand-in.ts';
import { SteadyClock } from '../paths/steady-clock.ts';
import { eventOf, type Step } from '../paths/step.ts';
import type { RestingSnapshot } from './page/gallery-data.ts';

/** A step of one chart in the running system. */
export type Cue = { to: string; step: Step };

/** All charts of the product, running together. Stand-ins replace ports and wait for cues. */
export type Stage = {
  /** @throws a sentence if the chart, or the answering actor, is not running */
  perform: (cue: Cue) => void;
  /** undefined while the chart is not running */
  snapshotOf: (chart: string) => AnyMachineSnapshot | undefined;
  rest: (models: Readonly<Record<string, ChartDescriptor>>) => Record<string, RestingSnapshot>;
  stop: () => void;
};

/*
 * True for charts of the table. They run. A chart that another chart invokes waits for cues
 * instead, like a port.
 */
const runs = (logic: unknown): logic is AnyStateMachine =>
  logic instanceof StateMachine && logic.id in appMachine.implementations.actors;

/* Returns the chart with stand-ins for the actors behind ports. Its child charts run. */
export function withoutPorts(machine: AnyStateMachine): AnyStateMachine {
  const actors = machine.implementations.actors as Record<string, AnyActorLogic>;
  const replaced = Object.entries(actors).map(([name, logic]) => [
    name,
    runs(logic) ? withoutPorts(logic) : logic === dialogActor ? logic : standIn,
  ]);
  return rebuild(machine).provide({ actors: Object.fromEntries(replaced) });
}

const app = withoutPorts(appMachine);

function answer(chart: AnyActorRef, step: Extract<Step, { actor: string }>) {
  const { children } = chart.getSnapshot() as AnyMachineSnapshot;
  const child: AnyActorRef | undefined = children[step.actor];
  if (!child) throw new Error(`${chart.id}: ${step.says}, but ${step.actor} is not running`);
  if (step.kind === 'sent') chart.send(eventOf(step));
  else if (step.kind === 'done') child.send({ type: 'standIn.done', output: step.output });
  else child.send({ type: 'standIn.error', error: step.error });
}

type Given = Readonly<Record<string, object>> | ((context: unknown) => Record<string, object>);

/**
 * Returns the visitor's events that the chart accepts now, because screens disable buttons by them.
 */
function possible(snapshot: AnyMachineSnapshot, model: ChartDescriptor | undefined): string[] {
  const people = Object.entries((model?.people ?? {}) as Record<string, Given>);
  return people.flatMap(([type, given]) => {
    const samples = typeof given === 'function' ? given(snapshot.context) : given;
    const payloads = Object.values(samples);
    const events = (payloads.length > 0 ? payloads : [{}]).map((one) => ({ ...one, type }));
    return events.some((event) => snapshot.can(event)) ? [type] : [];
  });
}

/** @param path path and query of the opened page */
export function openStage(path: string): Stage {
  const clock = new SteadyClock();
  const root = createActor(app, {
    id: 'app',
    systemId: 'app',
    clock,
    input: { path, messages: {} },
  });
  root.start();
  const find = (chart: string): AnyActorRef | undefined => root.system.get(chart);
  const snapshotOf = (chart: string) =>
    find(chart)?.getSnapshot() as AnyMachineSnapshot | undefined;
  return {
    snapshotOf,
    perform: ({ to, step }) => {
      const chart = find(to);
      if (!chart) throw new Error(`${step.says}: the chart ${to} is not running`);
      if (step.kind === 'time') clock.advance(step.ms);
      else if (step.kind === 'event') chart.send(step.event);
      else answer(chart, step);
    },
    rest: (models) => {
      const running = Object.keys(models).flatMap((chart) => {
        const snapshot = snapshotOf(chart);
        if (!snapshot) return [];
        const { value, context, tags } = snapshot;
        const can = possible(snapshot, models[chart]);
        // irrelevant, because no chart crashes in a picture
        const essential = true;
        return [[chart, { value, context, tags: [...tags], essential, can }] as const];
      });
      return Object.fromEntries(running);
    },
    stop: () => root.stop(),
  };
}
