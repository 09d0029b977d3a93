import type { IconName } from './icons.tsx';

/** Only a lost connection gets the offline icon: a refusal or a broken server is something else. */
export const failureIcon = (failure: { reason: string } | null): IconName =>
  failure?.reason === 'offline' ? 'offline' : 'warning';
