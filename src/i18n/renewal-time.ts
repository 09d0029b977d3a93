/** For messages that say when something is renewed: `12:00 AM` reads as noon, or as last night. */
export const renewalTime = (instant: string): { at: Date; when: 'midnight' | 'time' } => {
  const at = new Date(instant);
  return { at, when: at.getHours() === 0 && at.getMinutes() === 0 ? 'midnight' : 'time' };
};
