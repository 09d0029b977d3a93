import type { AttemptOutcome } from '../attempt/attempt.types.ts';
import type { TaskRecord } from '../model/task-record.ts';
import type { AttemptCard, TrayContext } from './tray.types.ts';

type Cards = readonly AttemptCard[];
type WithAttempts = Pick<TrayContext, 'attempts' | 'inHand'>;

export const attemptInHand = ({ attempts, inHand }: WithAttempts): AttemptCard | null =>
  attempts.find(({ id }) => id === inHand) ?? null;

export const outcomeInHand = (context: WithAttempts): AttemptOutcome | null =>
  attemptInHand(context)?.outcome ?? null;

/** The record of a run, or null if it has none yet. */
export const recordOf = ({ outcome, view }: AttemptCard): TaskRecord | null =>
  outcome?.kind === 'ended' ? outcome.record : view.record;

/** Background runs: unfinished or ended, but not the current one. */
export const attemptsBeside = ({ attempts, inHand }: WithAttempts): Cards =>
  attempts.filter(({ id }) => id !== inHand);

/** Photos that the runs of this page work with, or leave to the visitor. */
export const photosInHand = (cards: Cards): readonly string[] =>
  cards.flatMap(({ photoId }) => photoId ?? []);
