import type { IconName } from './icons.tsx';

/** A refusal or a broken server is not a lost connection. */
export const failureIcon = (failure: { reason: string } | null): IconName =>
  failure?.reason === 'offline' ? 'offline' : 'warning';
