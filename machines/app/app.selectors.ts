import type { SnapshotFrom } from 'xstate';
import type { appMachine } from './app.machine.ts';

type AppSnapshot = SnapshotFrom<typeof appMachine>;

/** Returns the setup from the server, or null until the setup is loaded. */
export const selectSetup = (snapshot: AppSnapshot) => snapshot.context.setup;

/** True if the setup could not be loaded; the screen offers `setup.retried`. */
export const isDegraded = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ boot: 'degraded' });

/** True if the requested page could not be loaded; the screen offers `navigation.retried`. */
export const isNavigationFailed = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ navigation: 'failed' });

export const isOffline = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ connection: 'offline' });

/**
 * Returns the page on screen, or null if no page can be shown. `isMissing` is true if the page
 * could not be prepared.
 */
export const selectShownPage = (snapshot: AppSnapshot) => {
  const isMissing = snapshot.matches({ page: { shown: 'failed' } });
  const { coming, shown } = snapshot.context;
  return { ...(isMissing ? coming : shown), isMissing };
};

/**
 * True if a note must report that the core rejected a photo, because the page on screen does not
 * report the rejection (R35).
 */
export const isCoreRejectionUnseen = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ core: 'rejected' });
