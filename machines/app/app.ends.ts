import type { AppContext, TaskEnded } from './app.types.ts';

/* Where the visitor sees how a task has ended. */

/**
 * A visitor who cancelled a task knows its end. Behind the overlay there may be another page, after a step
 * back.
 */
export const isUnwatched = ({ shown }: AppContext, { end, watched }: TaskEnded): boolean =>
  end !== 'cancelled' && !(watched && shown.name === 'home');

/** True if the page already shows the end: the studio does for the current run, except for a result. */
export const isOnPage = ({ shown }: AppContext, { end, recordId, inHand }: TaskEnded): boolean =>
  shown.name === 'home'
    ? inHand && end !== 'succeeded'
    : shown.name === 'result' && shown.recordId === recordId;

/** The page on screen shows that the photo of this record was rejected. */
export const saysRejected = ({ seenEnd, shown }: AppContext, recordId: string): boolean =>
  recordId === seenEnd || (shown.name === 'result' && shown.recordId === recordId);
