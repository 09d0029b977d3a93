import type { AppContext, TaskEnded } from './app.types.ts';

/**
 * True if the visitor has not seen the end of the task. A cancelled task counts as seen. After the
 * visitor goes back, the page behind the overlay may be a different page.
 */
export const isUnwatched = ({ shown }: AppContext, { end, watched }: TaskEnded): boolean =>
  end !== 'cancelled' && !(watched && shown.name === 'home');

/**
 * True if the page already shows how the task ended. The studio shows the end of the current run,
 * but not its result.
 */
export const isOnPage = ({ shown }: AppContext, { end, recordId, inHand }: TaskEnded): boolean =>
  shown.name === 'home'
    ? inHand && end !== 'succeeded'
    : shown.name === 'result' && shown.recordId === recordId;

/** True if the page on screen already shows that the photo of this record was rejected. */
export const saysRejected = ({ seenEnd, shown }: AppContext, recordId: string): boolean =>
  recordId === seenEnd || (shown.name === 'result' && shown.recordId === recordId);
