import type { AttemptOutcome } from '../attempt/attempt.types.ts';
import type { TaskRecord } from '../model/task-record.ts';
import type { AttemptCard, TrayContext } from './tray.types.ts';

type Cards = readonly AttemptCard[];
type WithAttempts = Pick<TrayContext, 'attempts' | 'inHand'>;

export const attemptInHand = ({ attempts, inHand }: WithAttempts): AttemptCard | null =>
  attempts.find(({ id }) => id === inHand) ?? null;

export const outcomeInHand = (context: WithAttempts): AttemptOutcome | null =>
  attemptInHand(context)?.outcome ?? null;

/** The record of an attempt, as far as there is one. */
export const recordOf = ({ outcome, view }: AttemptCard): TaskRecord | null =>
  outcome?.kind === 'ended' ? outcome.record : view.record;

/** Attempts that go on, or have ended, without the tray. */
export const attemptsBeside = ({ attempts, inHand }: WithAttempts): Cards =>
  attempts.filter(({ id }) => id !== inHand);

/** Photos that attempts of this page work with, or leave to the visitor. */
export const photosInHand = (cards: Cards): readonly string[] =>
  cards.flatMap(({ photoId }) => photoId ?? []);
