import type { IconName } from './icons.tsx';

/** Only a lost connection gets the offline icon. */
export const failureIcon = (failure: { reason: string } | null): IconName =>
  failure?.reason === 'offline' ? 'offline' : 'warning';
