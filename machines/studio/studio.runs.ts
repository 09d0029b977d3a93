import type { TaskRecord } from '../model/task-record.ts';
import type { RunOutcome } from '../run/run.types.ts';
import type { RunCard, StudioContext } from './studio.types.ts';

type Cards = readonly RunCard[];
type WithRuns = Pick<StudioContext, 'runs' | 'inHand'>;

export const runInHand = ({ runs, inHand }: WithRuns): RunCard | null =>
  runs.find(({ id }) => id === inHand) ?? null;

export const outcomeInHand = (context: WithRuns): RunOutcome | null =>
  runInHand(context)?.outcome ?? null;

/** The record of a run, or null if it has none yet. */
export const recordOf = ({ outcome, view }: RunCard): TaskRecord | null =>
  outcome?.kind === 'ended' ? outcome.record : view.record;

/** Background runs: unfinished or ended, but not the current one. */
export const attemptsBeside = ({ runs, inHand }: WithRuns): Cards =>
  runs.filter(({ id }) => id !== inHand);

/** Photos that the runs of this page work with, or leave to the visitor. */
export const photosInHand = (cards: Cards): readonly string[] =>
  cards.flatMap(({ photoId }) => photoId ?? []);
