import { initialAttempt, photoIdOf } from '../attempt/attempt.beginning.ts';
import type { AttemptInput, AttemptOutcome, AttemptView } from '../attempt/attempt.types.ts';
import type { StartOrder } from '../model/kept-photo.ts';
import { phaseOf } from '../model/task-record.ts';
import { failureOf } from '../ports/port-failure.ts';
import { attemptInHand } from './tray.attempts.ts';
import type { AttemptCard, TrayContext } from './tray.types.ts';

type Cards = readonly AttemptCard[];
type WithAttempts = Pick<TrayContext, 'attempts' | 'inHand'>;

export const newCard = (id: string, input: AttemptInput): AttemptCard => ({
  id,
  photoId: photoIdOf(input),
  view: initialAttempt(input).view,
  wish: 'wish' in input ? input.wish : null,
  order: 'order' in input && input.from !== 'arrival' ? input.order : null,
  hasCrashed: false,
  isDelayed: false,
  outcome: null,
});

const changed = (cards: Cards, wanted: string, changes: Partial<AttemptCard>): Cards =>
  cards.map((card) => (card.id === wanted ? { ...card, ...changes } : card));

type Moved = { id: string; view: AttemptView; order: StartOrder | null };

export const withNews = (cards: Cards, { id, view, order }: Moved): Cards =>
  changed(cards, id, order ? { view, order } : { view });

/** Replaces the run's actor by another one for the same photo. */
export const withNext = (cards: Cards, id: string, next: AttemptCard): Cards =>
  cards.map((card) =>
    card.id === id
      ? {
          ...next,
          photoId: next.photoId ?? card.photoId,
          wish: next.wish ?? card.wish,
          order: next.order ?? card.order,
          hasCrashed: card.outcome === null,
        }
      : card,
  );

export const withDelay = (cards: Cards, id: string): Cards =>
  changed(cards, id, { isDelayed: true });

export const withOutcome = (cards: Cards, id: string, outcome: AttemptOutcome): Cards =>
  changed(cards, id, { outcome });

export const withoutCard = (cards: Cards, unwanted: string): Cards =>
  cards.filter(({ id }) => id !== unwanted);

/**
 * Input for another press after a run has ended: the same start if it is unknown whether it created a task, a
 * start with a new key if it did not, or null if there is nothing to start with.
 */
export const againOf = ({ outcome, wish }: AttemptCard): AttemptInput | null => {
  if (!outcome) return null;
  if ('order' in outcome) return outcome.order && { from: 'order', order: outcome.order, wish };
  const isOver = outcome.kind === 'ended' && phaseOf(outcome.record) !== 'failed';
  return isOver || !wish ? null : { from: 'photo', wish };
};

type Crash = { event: { error: unknown; actorId: string } };

const crashedCard = ({ attempts }: { attempts: Cards }, { event }: Crash): AttemptCard | null =>
  attempts.find(({ id }) => id === event.actorId) ?? null;

/** How to follow the task of a crashed run: once more, if it has a record. */
export const afterCrash = ({
  context,
  event,
}: { context: { attempts: Cards } } & Crash): { id: string; input: AttemptInput | null } => {
  const card = crashedCard(context, { event });
  const record = card?.view.record;
  const isFollowed = record && !card.hasCrashed;
  return { id: event.actorId, input: isFollowed ? { from: 'record', record } : null };
};

/** Outcome of a crashed run: once its start may have been sent, the task may continue. */
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

/** Detaches the current run: an unfinished one stays as a card, an ended one is removed. */
export const handsFree = (context: WithAttempts): WithAttempts => {
  const card = attemptInHand(context);
  const { attempts } = context;
  return { inHand: null, attempts: card?.outcome ? withoutCard(attempts, card.id) : attempts };
};
