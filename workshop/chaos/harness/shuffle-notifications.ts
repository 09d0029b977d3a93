import type { Filter } from './link.ts';

/** Type of the message with which Postgres delivers a notification. */
const notification = 'A'.charCodeAt(0);
/** A message is its type, its length without the type, and its content. */
const headBytes = 5;

/** Returns the whole messages of a stream, and the beginning of the next one. */
function split(bytes: Buffer): { whole: Buffer[]; rest: Buffer } {
  const whole: Buffer[] = [];
  let at = 0;
  while (bytes.length - at >= headBytes) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    if (end > bytes.length) break;
    whole.push(bytes.subarray(at, end));
    at = end;
  }
  return { whole, rest: bytes.subarray(at) };
}

/**
 * Loses, repeats and reorders the notifications that Postgres sends to one connection while `isOn`
 * returns true. All other messages pass unchanged.
 */
export function shuffleNotifications(isOn: () => boolean, random: () => number): Filter {
  let rest: Buffer = Buffer.alloc(0);
  let late: Buffer[] = [];

  function pass(message: Buffer): Buffer[] {
    if (message[0] !== notification || !isOn()) return [message];
    const fate = random();
    if (fate < 0.2) return [];
    if (fate < 0.5) {
      late.push(message);
      return [];
    }
    const passed = [message, ...(fate < 0.7 ? late.toReversed() : []), message];
    if (fate < 0.7) late = [];
    return fate < 0.8 ? passed : [message];
  }

  return (bytes) => {
    const found = split(Buffer.concat([rest, bytes]));
    ({ rest } = found);
    return Buffer.concat(found.whole.flatMap(pass));
  };
}
