import type { IconName } from './icons.tsx';

/** Returns the icon for a failure. Only a lost connection has an icon of its own. */
export const failureIcon = (failure: { reason: string } | null): IconName =>
  failure?.reason === 'offline' ? 'offline' : 'warning';
