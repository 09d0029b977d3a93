/**
 * Stores that the visitor has opted out. The mark is stored apart from the events, because deleting
 * the events may fail or be interrupted.
 */
export type OptOutMark = { read: () => boolean; write: (isOut: boolean) => void };

export const optOutKey = 'analytics_opted_out';

/**
 * Creates the mark in local storage. If local storage is refused, no mark is needed, because the
 * device then stores no events either.
 */
export const createOptOutMark = (storage: () => Storage): OptOutMark => ({
  read: () => {
    try {
      return storage().getItem(optOutKey) !== null;
    } catch {
      return false;
    }
  },
  write: (isOut) => {
    try {
      if (isOut) storage().setItem(optOutKey, '1');
      else storage().removeItem(optOutKey);
    } catch {
      // ignored: if deleting the stored events fails as well, the state of the queue reports that
      // failure
    }
  },
});
