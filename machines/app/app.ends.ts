import type { AppContext, TaskEnded } from './app.types.ts';

/**
 * True if the visitor has not seen the end of the task. A cancelled task counts as seen. The
 * overlay alone does not count: after the back button, the page behind the overlay may be another
 * page than the home page.
 */
export const isUnwatched = ({ shown }: AppContext, { end, watched }: TaskEnded): boolean =>
  end !== 'cancelled' && !(watched && shown.name === 'home');

/**
 * True if the page on screen already shows how the task ended. The studio on the home page shows
 * how the current run ended, but not the run's result.
 */
export const isOnPage = (
  { shown }: AppContext,
  { end, recordId, inHand, isOfBatch }: TaskEnded,
): boolean =>
  shown.name === 'home'
    ? isOfBatch || (inHand && end !== 'succeeded')
    : shown.name === 'result' && shown.recordId === recordId;

/** True if the page on screen already shows that the photo of this record was rejected. */
export const saysRejected = ({ seenEnd, shown }: AppContext, recordId: string): boolean =>
  recordId === seenEnd || (shown.name === 'result' && shown.recordId === recordId);
