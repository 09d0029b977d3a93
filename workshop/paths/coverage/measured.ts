import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { orderMachine } from '../../../machines/lifecycle/order/order.machine.ts';
import { paymentMachine } from '../../../machines/lifecycle/payment/payment.machine.ts';
import { subscriptionMachine } from '../../../machines/lifecycle/subscription/subscription.machine.ts';
import { taskRecordMachine } from '../../../machines/lifecycle/task-record/task-record.machine.ts';
import { type ChartTransition, transitionsOf } from '../transitions.ts';
import { folderOf, type Measurement, type Measurer, type Move } from './measurement.ts';

/** The charts by which the server decides. Browser walks reach them only through the server. */
export const lifecycleMachines: readonly AnyStateMachine[] = [
  ...[taskRecordMachine, orderMachine, paymentMachine, subscriptionMachine],
];

type Sets = Map<string, Set<string>>;

/** Transitions taken in the latest runs of all tests, by chart. */
export type Measured = {
  /** transition ids */
  taken: Sets;
  /** types of events that a key caused */
  keyed: Sets;
  /** the file of each browser test */
  files: string[];
};

const filesOf = (by: Measurer): string[] => {
  try {
    const folder = folderOf(by);
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
};

const addTo = (sets: Sets, words: Record<string, string[]> = {}): void => {
  for (const [chart, some] of Object.entries(words)) {
    sets.set(chart, new Set([...(sets.get(chart) ?? []), ...some]));
  }
};

/** The ids of a move. Empty if an older build has reported it, because its ids are unknown. */
const idsOf = ({ chart, from, event, to }: Move): string[] => {
  const isIt = (one: ChartTransition): boolean =>
    one.source === `${chart}.${from}` &&
    one.event === event &&
    one.targets.includes(`${chart}.${to}`);
  const machine = lifecycleMachines.find(({ id }) => id === chart);
  return machine
    ? transitionsOf(machine)
        .filter(isIt)
        .map(({ id }) => id)
    : [];
};

/** The ids of the transitions that the server has taken, by chart. */
const takenBy = (moves: Move[]): Record<string, string[]> =>
  Object.fromEntries(
    lifecycleMachines.map(({ id }) => [
      id,
      moves.filter(({ chart }) => chart === id).flatMap(idsOf),
    ]),
  );

/** Returns undefined if no browser test has measured anything. */
export const readMeasured = (): Measured | undefined => {
  const files = [...filesOf('browser'), ...filesOf('server')];
  const measured: Measured = { taken: new Map(), keyed: new Map(), files: [] };
  for (const file of files) {
    const {
      taken,
      keyed,
      moves = [],
      file: test,
    } = JSON.parse(readFileSync(file, 'utf8')) as Measurement;
    if (test) measured.files.push(test);
    addTo(measured.taken, taken);
    addTo(measured.keyed, keyed);
    addTo(measured.taken, takenBy(moves));
  }
  return measured.files.length > 0 ? measured : undefined;
};
