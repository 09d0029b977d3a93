/**
 * Stores the opt-out apart from the events, because deleting the events may fail or be interrupted.
 */
export type OptOutMark = { read: () => boolean; write: (isOut: boolean) => void };

export const optOutKey = 'analytics_opted_out';

/** If local storage is refused, the device stores no events either, so no mark is needed. */
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
      // if deleting the stored events fails as well, the queue's state reports it
    }
  },
});
