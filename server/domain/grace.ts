const hourMs = 3_600_000;

/** How long credits that come back can be used at least. */
export const graceMs = 24 * hourMs;
/** No cancelling moves the end of a lot by more than this. */
const mostGraceMs = 7 * 24 * hourMs;

/**
 * Until when a lot can be used after credits have come back to it: what failed is no loss, whenever it
 * failed; and who starts and cancels day by day does not keep credits for ever.
 */
export function graceOf({ promisedUntil, now }: { promisedUntil: Date; now: Date }): Date {
  const wished = now.getTime() + graceMs;
  return new Date(Math.min(wished, promisedUntil.getTime() + mostGraceMs));
}
