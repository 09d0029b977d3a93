import { type CreditBooks, findCreditFaults } from '../../../server/operator/credit-faults.ts';
import type { Task } from '../../../server/tasks/tasks.store.ts';

/** The credits of all owners, and the tasks that they were taken for. */
export type CreditRows = CreditBooks & { tasks: Pick<Task, 'id' | 'status' | 'credits'>[] };

type Line = CreditRows['lines'][number];

const succeeded = 2;

export const sumOf = <Item>(items: Item[], amount: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + amount(item), 0);

const total = (lines: Line[]) => sumOf(lines, ({ amount }) => amount);
const reservedOf = (lines: Line[]) => lines.filter(({ kind }) => kind === 'reserve');

/**
 * Checks that a reservation ends exactly once: with a commit after success, otherwise with a
 * release of all reserved credits.
 */
function ofReservation(name: string, lines: Line[], status: number | undefined): string[] {
  const end = lines.find(({ kind }) => kind !== 'reserve')?.kind;
  const isRight = status === undefined || end === (status === succeeded ? 'commit' : 'release');
  const price = end === 'commit' ? total(reservedOf(lines)) : 0;
  const isWhole = lines.length === 2 && reservedOf(lines).length === 1 && total(lines) === price;
  const entries = lines.map(({ kind, amount }) => `${kind} ${amount}`).sort();
  return isRight && isWhole
    ? []
    : [`the reservation ${name} has the entries ${entries} with status ${status}`];
}

function ofTasks({ lines, tasks }: CreditRows, arePurged: boolean): string[] {
  const ofTask = lines.filter(({ taskId }) => taskId !== null);
  const byTask = Map.groupBy(ofTask, ({ taskId }) => taskId);
  const known = new Map(tasks.map((task) => [task.id, task]));
  return [
    ...[...byTask].flatMap(([id, theirs]) =>
      [...Map.groupBy(theirs, ({ lotId, day }) => lotId ?? day)].flatMap(([source, ofSource]) =>
        ofReservation(`${id} of ${source}`, ofSource, known.get(id ?? '')?.status),
      ),
    ),
    ...tasks.flatMap(({ id, credits }) => {
      const taken = -total(reservedOf(byTask.get(id) ?? []));
      const isRight = arePurged ? taken <= credits : taken === credits;
      return isRight ? [] : [`the task ${id} costs ${credits} and took ${taken}`];
    }),
  ];
}

/** Checks that an account gets welcome credits only once. */
const ofWelcomes = ({ lots }: CreditRows): string[] =>
  [
    ...Map.groupBy(
      lots.filter(({ source }) => source === 'welcome'),
      ({ purseId }) => purseId,
    ),
  ].flatMap(([purseId, theirs]) =>
    theirs.length === 1 ? [] : [`${purseId}: welcomed ${theirs.length} times`],
  );

/**
 * Returns the violations as sentences. No work may be in progress.
 * @param arePurged true if ledger lines of a day, or of a closed account, may be purged before
 * their task
 */
export const judgeCredits = (rows: CreditRows, arePurged: boolean): string[] => [
  ...findCreditFaults(rows).map(({ where, what }) => `${where}: ${what}`),
  ...ofTasks(rows, arePurged),
  ...ofWelcomes(rows),
];
