import { initialAttempt, photoIdOf } from '../attempt/attempt.beginning.ts';
import type { AttemptInput, AttemptOutcome, AttemptView } from '../attempt/attempt.types.ts';
import type { StartOrder } from '../model/kept-photo.ts';
import type { TaskRecord } from '../model/task-record.ts';
import { failureOf } from '../ports/port-failure.ts';
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
  order: 'order' in input ? input.order : null,
  isDelayed: false,
  outcome: null,
});

const changed = (cards: Cards, wanted: string, changes: Partial<AttemptCard>): Cards =>
  cards.map((card) => (card.id === wanted ? { ...card, ...changes } : card));

type Moved = { id: string; view: AttemptView; order: StartOrder | null };

export const withNews = (cards: Cards, { id, view, order }: Moved): Cards =>
  changed(cards, id, order ? { view, order } : { view });

export const withDelay = (cards: Cards, id: string): Cards =>
  changed(cards, id, { isDelayed: true });

export const withOutcome = (cards: Cards, id: string, outcome: AttemptOutcome): Cards =>
  changed(cards, id, { outcome });

export const withoutCard = (cards: Cards, unwanted: string): Cards =>
  cards.filter(({ id }) => id !== unwanted);

type Crash = { event: { error: unknown; actorId: string } };

const crashedCard = ({ attempts }: { attempts: Cards }, { event }: Crash): AttemptCard | null =>
  attempts.find(({ id }) => id === event.actorId) ?? null;

/** What a crashed attempt has come to: once its start may have left, the task may go on. */
export const outcomeOfCrash = ({
  context,
  event,
}: { context: { attempts: Cards } } & Crash): { id: string; outcome: AttemptOutcome } => {
  const card = crashedCard(context, { event });
  const failure = failureOf(event.error);
  const order = card?.order ?? null;
  const isUnsure = order !== null || Boolean(card?.view.record);
  return {
    id: event.actorId,
    outcome: isUnsure ? { kind: 'unsure', failure, order } : { kind: 'failed', failure },
  };
};

/** The tray without its attempt: one that goes on stays, an end that was seen does not. */
export const handsFree = (context: WithAttempts): WithAttempts => {
  const card = attemptInHand(context);
  const { attempts } = context;
  return { inHand: null, attempts: card?.outcome ? withoutCard(attempts, card.id) : attempts };
};
