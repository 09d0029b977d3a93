import { phaseOf, type TaskRecord } from '../model/task-record.ts';
import type { RunOutcome } from '../run/run.types.ts';
import type { RunCard, RunsContext } from './runs.types.ts';

/*
 * Selects the current run and the background runs. The first page loads this file, so it must not
 * import code about functions.
 */

type Cards = readonly RunCard[];
type WithCards = Pick<RunsContext, 'cards' | 'inHand'>;

export const runInHand = ({ cards, inHand }: WithCards): RunCard | null =>
  cards.find(({ id }) => id === inHand) ?? null;

/** Returns the record of a run, or null if the run has no record yet. */
export const recordOf = ({
  outcome,
  view,
}: Pick<RunCard, 'outcome' | 'view'>): TaskRecord | null =>
  outcome?.kind === 'ended' ? outcome.record : view.record;

/** Returns the id of the current run if it belongs to this record, otherwise null. */
export const inHandOf = (context: WithCards, recordId: string): string | null => {
  const card = runInHand(context);
  return card && recordOf(card)?.id === recordId ? card.id : null;
};

/** Returns the background runs, unfinished or ended, without the runs of the batch. */
export const runsBeside = ({ cards, inHand }: WithCards): Cards =>
  cards.filter(({ id, isOfBatch }) => id !== inHand && !isOfBatch);

const isResult = (outcome: RunOutcome | null, recordId: string | null): boolean =>
  outcome?.kind === 'ended' &&
  outcome.record.id === recordId &&
  phaseOf(outcome.record) === 'succeeded';

/** Returns the id of the run whose result is this record, or null if no run has this result. */
export const runOfResult = (cards: Cards, recordId: string | null): string | null =>
  cards.find(({ outcome }) => isResult(outcome, recordId))?.id ?? null;
