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

/** The same photo in another actor, which takes the place of the one before. */
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
 * What another press makes of an ended attempt: the same start where nobody knows of its task, a
 * start with a new key where there is none; null where there is nothing to start with.
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

/** How the task of a crashed attempt is followed: once more, as far as it has a record. */
export const afterCrash = ({
  context,
  event,
}: { context: { attempts: Cards } } & Crash): { id: string; input: AttemptInput | null } => {
  const card = crashedCard(context, { event });
  const record = card?.view.record;
  const isFollowed = record && !card.hasCrashed;
  return { id: event.actorId, input: isFollowed ? { from: 'record', record } : null };
};

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
