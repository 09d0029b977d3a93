import type { Decide } from './event-rows.ts';

/**
 * bytes of events in one `keepalive` body: browsers allow 64 KiB for all of them, envelope included
 */
const leavingBytes = 58_000;

const encoder = new TextEncoder();

/**
 * Number of events at the head of the queue to send together. Events tried before are sent without
 * later ones; a closing page sends only as much as the browser delivers after it.
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
