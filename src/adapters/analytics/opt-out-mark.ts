/**
 * Survives the page, separately from the events: deleting these may fail or be cut short by a kill.
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
      // if the events could not be deleted either, the state of the queue reports it
    }
  },
});
