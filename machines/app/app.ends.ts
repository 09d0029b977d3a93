import type { AppContext, TaskEnded } from './app.types.ts';

/* Where the visitor sees how a task has ended. */

/**
 * True if the visitor has not seen the end. A cancelled task counts as seen. After going back, the page
 * behind the overlay may be a different one.
 */
export const isUnwatched = ({ shown }: AppContext, { end, watched }: TaskEnded): boolean =>
  end !== 'cancelled' && !(watched && shown.name === 'home');

/**
 * True if the page already shows the end. The studio shows how the current run ended, except for a result.
 */
export const isOnPage = ({ shown }: AppContext, { end, recordId, inHand }: TaskEnded): boolean =>
  shown.name === 'home'
    ? inHand && end !== 'succeeded'
    : shown.name === 'result' && shown.recordId === recordId;

/** The page on screen shows that the photo of this record was rejected. */
export const saysRejected = ({ seenEnd, shown }: AppContext, recordId: string): boolean =>
  recordId === seenEnd || (shown.name === 'result' && shown.recordId === recordId);
