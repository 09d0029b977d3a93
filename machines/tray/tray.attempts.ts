import { initialAttempt, photoIdOf } from '../attempt/attempt.beginning.ts';
import type { AttemptInput, AttemptOutcome, AttemptView } from '../attempt/attempt.types.ts';
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

export const newCard = (id: string, input: AttemptInput): AttemptCard => ({
  id,
  photoId: photoIdOf(input),
  view: initialAttempt(input).view,
  isDelayed: false,
  outcome: null,
});

const changed = (cards: Cards, wanted: string, changes: Partial<AttemptCard>): Cards =>
  cards.map((card) => (card.id === wanted ? { ...card, ...changes } : card));

export const withView = (cards: Cards, id: string, view: AttemptView): Cards =>
  changed(cards, id, { view });

export const withDelay = (cards: Cards, id: string): Cards =>
  changed(cards, id, { isDelayed: true });

export const withOutcome = (cards: Cards, id: string, outcome: AttemptOutcome): Cards =>
  changed(cards, id, { outcome });

export const withoutCard = (cards: Cards, unwanted: string): Cards =>
  cards.filter(({ id }) => id !== unwanted);

/** The tray without its attempt: one that goes on stays, an end that was seen does not. */
export const handsFree = (context: WithAttempts): WithAttempts => {
  const card = attemptInHand(context);
  const { attempts } = context;
  return { inHand: null, attempts: card?.outcome ? withoutCard(attempts, card.id) : attempts };
};
