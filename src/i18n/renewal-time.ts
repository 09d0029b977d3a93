/**
 * Returns the time of a renewal or of a deadline for messages. Midnight is a separate case, because
 * `12:00 AM` is ambiguous. The messages then name no day, so the time must be within a day.
 */
export const renewalTime = (instant: string): { at: Date; when: 'midnight' | 'time' } => {
  const at = new Date(instant);
  return { at, when: at.getHours() === 0 && at.getMinutes() === 0 ? 'midnight' : 'time' };
};
