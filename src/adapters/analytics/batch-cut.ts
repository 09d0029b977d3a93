import type { Decide } from './event-rows.ts';

/**
 * Limit in bytes for the events in one `keepalive` body. Browsers allow 64 KiB for all such bodies
 * of a page, and the envelope needs some bytes as well.
 */
const leavingBytes = 58_000;

const encoder = new TextEncoder();

/**
 * Returns the number of events to send together from the head of the queue. Events that were sent
 * before are sent without later events. A closing page sends only as many events as the browser can
 * still deliver.
 */
export const batchCut =
  (leaving: boolean): Decide =>
  ({ keys, rows, tried }) => {
    const through = tried?.through ?? 0;
    const isRetried = (keys[0] ?? 0) <= through;
    let bytes = 0;
    const end = rows.findIndex(({ json }, index) => {
      if (leaving) bytes += encoder.encode(json).byteLength + 1;
      const isLater = isRetried && (keys[index] ?? 0) > through;
      return index > 0 && (isLater || bytes > leavingBytes);
    });
    const count = end === -1 ? rows.length : end;
    return {
      count,
      tried: {
        through: Math.max(keys[count - 1] ?? 0, isRetried ? through : 0),
        attempts: (isRetried ? (tried?.attempts ?? 0) : 0) + 1,
      },
    };
  };
