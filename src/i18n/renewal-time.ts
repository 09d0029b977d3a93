/**
 * Renewal time for messages; midnight is separate because `12:00 AM` can be read as noon or as last
 * night.
 */
export const renewalTime = (instant: string): { at: Date; when: 'midnight' | 'time' } => {
  const at = new Date(instant);
  return { at, when: at.getHours() === 0 && at.getMinutes() === 0 ? 'midnight' : 'time' };
};
