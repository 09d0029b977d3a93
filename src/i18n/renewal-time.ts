/**
 * Returns the time of a renewal for messages. Midnight is a separate case, because `12:00 AM` is
 * ambiguous.
 */
export const renewalTime = (instant: string): { at: Date; when: 'midnight' | 'time' } => {
  const at = new Date(instant);
  return { at, when: at.getHours() === 0 && at.getMinutes() === 0 ? 'midnight' : 'time' };
};
