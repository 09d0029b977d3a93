import type { StartRequest } from '../model/kept-photo.ts';
import { phaseOf } from '../model/task-record.ts';
import { failureOf } from '../ports/port-failure.ts';
import { initialRun, photoIdOf } from '../run/run.beginning.ts';
import type { RunInput, RunOutcome, RunView } from '../run/run.types.ts';
import { runInHand } from './studio.runs.ts';
import type { RunCard, StudioContext } from './studio.types.ts';

type Cards = readonly RunCard[];
type WithRuns = Pick<StudioContext, 'runs' | 'inHand'>;

export const newCard = (id: string, input: RunInput): RunCard => ({
  id,
  photoId: photoIdOf(input),
  view: initialRun(input).view,
  wish: 'wish' in input ? input.wish : null,
  request: 'request' in input && input.from !== 'arrival' ? input.request : null,
  hasCrashed: false,
  isDelayed: false,
  outcome: null,
});

const changed = (cards: Cards, wanted: string, changes: Partial<RunCard>): Cards =>
  cards.map((card) => (card.id === wanted ? { ...card, ...changes } : card));

type Moved = { id: string; view: RunView; request: StartRequest | null };

export const withNews = (cards: Cards, { id, view, request }: Moved): Cards =>
  changed(cards, id, request ? { view, request } : { view });

/** Replaces the run's actor by another one for the same photo. */
export const withNext = (cards: Cards, id: string, next: RunCard): Cards =>
  cards.map((card) =>
    card.id === id
      ? {
          ...next,
          photoId: next.photoId ?? card.photoId,
          wish: next.wish ?? card.wish,
          request: next.request ?? card.request,
          hasCrashed: card.outcome === null,
        }
      : card,
  );

export const withDelay = (cards: Cards, id: string, isDelayed: boolean): Cards =>
  changed(cards, id, { isDelayed });

export const withOutcome = (cards: Cards, id: string, outcome: RunOutcome): Cards =>
  changed(cards, id, { outcome });

export const withoutCard = (cards: Cards, unwanted: string): Cards =>
  cards.filter(({ id }) => id !== unwanted);

/**
 * Input for another press after a run has ended: the same start if it is unknown whether it created a task, a
 * start with a new key if it did not, or null if there is nothing to start with.
 */
export const againOf = ({ outcome, wish }: RunCard): RunInput | null => {
  if (!outcome) return null;
  if ('request' in outcome)
    return outcome.request && { from: 'request', request: outcome.request, wish };
  const isOver = outcome.kind === 'ended' && phaseOf(outcome.record) !== 'failed';
  return isOver || !wish ? null : { from: 'photo', wish };
};

type Crash = { event: { error: unknown; actorId: string } };

const crashedCard = ({ runs }: { runs: Cards }, { event }: Crash): RunCard | null =>
  runs.find(({ id }) => id === event.actorId) ?? null;

/** How to follow the task of a crashed run: once more, if it has a record. */
export const afterCrash = ({
  context,
  event,
}: { context: { runs: Cards } } & Crash): { id: string; input: RunInput | null } => {
  const card = crashedCard(context, { event });
  const record = card?.view.record;
  const isFollowed = record && !card.hasCrashed;
  return { id: event.actorId, input: isFollowed ? { from: 'record', record } : null };
};

/** Outcome of a crashed run: once its start may have been sent, the task may continue. */
export const outcomeOfCrash = ({
  context,
  event,
}: { context: { runs: Cards } } & Crash): { id: string; outcome: RunOutcome } => {
  const card = crashedCard(context, { event });
  const failure = failureOf(event.error);
  const request = card?.request ?? null;
  const isUnsure = request !== null || Boolean(card?.view.record);
  return {
    id: event.actorId,
    outcome: isUnsure ? { kind: 'unsure', failure, request } : { kind: 'failed', failure },
  };
};

/** Detaches the current run: an unfinished one stays as a card, an ended one is removed. */
export const handsFree = (context: WithRuns): WithRuns => {
  const card = runInHand(context);
  const { runs } = context;
  return { inHand: null, runs: card?.outcome ? withoutCard(runs, card.id) : runs };
};
