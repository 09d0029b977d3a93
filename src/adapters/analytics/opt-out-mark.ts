/**
 * Stores the refusal apart from the events, because deleting them may fail, or a kill may interrupt
 * it.
 */
export type OptOutMark = { read: () => boolean; write: (isOut: boolean) => void };

export const optOutKey = 'analytics_opted_out';

/**
 * If local storage is refused, there are no events on the device either, and nothing is remembered.
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
      // if deleting the stored events fails as well, the queue's state reports it
    }
  },
});
