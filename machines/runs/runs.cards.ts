import type { StartRequest } from '../model/kept-photo.ts';
import { withPicture } from '../model/own-value.ts';
import { phaseOf } from '../model/task-record.ts';
import { failureOf } from '../ports/port-failure.ts';
import { initialRun, photoIdOf } from '../run/run.beginning.ts';
import type { RunInput, RunOutcome, RunView } from '../run/run.types.ts';
import { recordOf, runInHand } from './runs.hand.ts';
import type { RunCard, RunOver, RunsContext } from './runs.types.ts';

type Cards = readonly RunCard[];
type WithCards = Pick<RunsContext, 'cards' | 'inHand'>;

export const newCard = (id: string, input: RunInput, isOfBatch = false): RunCard => ({
  id,
  photoId: photoIdOf(input),
  view: initialRun(input).view,
  wish: 'wish' in input ? input.wish : null,
  request: 'request' in input && input.from !== 'arrival' ? input.request : null,
  hasCrashed: false,
  isOfBatch,
  isDelayed: false,
  outcome: null,
});

const changed = (cards: Cards, wanted: string, changes: Partial<RunCard>): Cards =>
  cards.map((card) => (card.id === wanted ? { ...card, ...changes } : card));

type Moved = { id: string; view: RunView; request: StartRequest | null };

export const withNews = (cards: Cards, { id, view, request }: Moved): Cards =>
  changed(cards, id, request ? { view, request } : { view });

/** Replaces the actor of a run by another actor for the same photo. */
export const withNext = (cards: Cards, id: string, next: RunCard): Cards =>
  cards.map((card) =>
    card.id === id
      ? {
          ...next,
          photoId: next.photoId ?? card.photoId,
          wish: next.wish ?? card.wish,
          request: next.request ?? card.request,
          hasCrashed: card.outcome === null,
          isOfBatch: card.isOfBatch,
        }
      : card,
  );

export const withDelay = (cards: Cards, id: string, isDelayed: boolean): Cards =>
  changed(cards, id, { isDelayed });

export const withOutcome = (cards: Cards, id: string, outcome: RunOutcome): Cards =>
  changed(cards, id, { outcome });

/** Replaces the value of the visitor's own picture, so that "Try again" uses the next picture. */
export const withOwnPicture = (cards: Cards, from: string, next: string): Cards =>
  cards.map((card) => ({
    ...card,
    wish: card.wish && withPicture(card.wish, (value) => value === from, next),
  }));

export const withoutCard = (cards: Cards, unwanted: string | null): Cards =>
  cards.filter(({ id }) => id !== unwanted);

/** Returns the input that repeats a start for which it is unknown whether a task was created. */
const sameAgain = ({ outcome, wish }: Pick<RunCard, 'outcome' | 'wish'>): RunInput | null => {
  const request = outcome && 'request' in outcome ? outcome.request : null;
  return request && { from: 'request', request, wish };
};

/**
 * Returns the input for another press of start after a run has ended. If a task may exist, the same
 * start is repeated. If no task exists, the start gets a new key. Returns null if neither the photo
 * nor the start request is known.
 */
export const againOf = (card: Pick<RunCard, 'outcome' | 'wish'>): RunInput | null => {
  const { outcome, wish } = card;
  if (!outcome) return null;
  if ('request' in outcome) return sameAgain(card);
  const isOver = outcome.kind === 'ended' && phaseOf(outcome.record) !== 'failed';
  return isOver || !wish ? null : { from: 'photo', wish };
};

/** Returns the cards after a crash of the batch. The runs of the batch become background runs. */
export const withoutBatch = (cards: Cards): Cards =>
  cards.map((card) => ({ ...card, isOfBatch: false }));

/** Returns the id of the unfinished run of this photo of the batch, or null. */
export const runOfPhoto = (cards: Cards, photoId: string): string | null =>
  cards.find((card) => card.isOfBatch && card.photoId === photoId)?.id ?? null;

/** Returns the event that reports the end of the current run to the studio. */
export const overOf = (context: WithCards, outcome: RunOutcome): RunOver => {
  const inHand = runInHand(context);
  const card = inHand && { ...inHand, outcome };
  return {
    type: 'run.over',
    outcome,
    again: card && sameAgain(card),
    isOnServer: card !== null && recordOf(card) !== null,
  };
};

type Crash = { event: { error: unknown; actorId: string } };

const crashedCard = ({ cards }: { cards: Cards }, { event }: Crash): RunCard | null =>
  cards.find(({ id }) => id === event.actorId) ?? null;

/**
 * Returns the input that follows the task of a crashed run again, if the task has a record and the
 * run has crashed only once.
 */
export const afterCrash = ({
  context,
  event,
}: { context: { cards: Cards } } & Crash): { id: string; input: RunInput | null } => {
  const card = crashedCard(context, { event });
  const record = card?.view.record;
  const isFollowed = record && !card.hasCrashed;
  return { id: event.actorId, input: isFollowed ? { from: 'record', record } : null };
};

/**
 * Returns the outcome of a crashed run. If the start may have been sent, the task may continue on
 * the server.
 */
export const outcomeOfCrash = ({
  context,
  event,
}: { context: { cards: Cards } } & Crash): { id: string; outcome: RunOutcome } => {
  const card = crashedCard(context, { event });
  const failure = failureOf(event.error);
  const request = card?.request ?? null;
  const isUnsure = request !== null || Boolean(card?.view.record);
  return {
    id: event.actorId,
    outcome: isUnsure ? { kind: 'unsure', failure, request } : { kind: 'failed', failure },
  };
};

/**
 * Returns the context without a current run. An unfinished run continues in the background, and the
 * card of an ended run is removed.
 */
export const handsFree = (context: WithCards): WithCards => {
  const card = runInHand(context);
  const { cards } = context;
  return { inHand: null, cards: card?.outcome ? withoutCard(cards, card.id) : cards };
};
