import type { IconName } from './icons.tsx';

/** Only a lost connection gets the offline icon. A refusal or a failure of the server does not. */
export const failureIcon = (failure: { reason: string } | null): IconName =>
  failure?.reason === 'offline' ? 'offline' : 'warning';
