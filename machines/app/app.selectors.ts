import type { SnapshotFrom } from 'xstate';
import type { appMachine } from './app.machine.ts';

type AppSnapshot = SnapshotFrom<typeof appMachine>;

/** The server's offer, or null until loaded. */
export const selectSetup = (snapshot: AppSnapshot) => snapshot.context.setup;

/** The setup could not be loaded: show it and offer `setup.retried`. */
export const isDegraded = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ boot: 'degraded' });

/** The requested page could not be loaded: show it and offer `navigation.retried`. */
export const isNavigationFailed = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ navigation: 'failed' });

export const isOffline = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ connection: 'offline' });

/** The page on screen; `isMissing` if it could not be prepared. Null for no other reason. */
export const selectShownPage = (snapshot: AppSnapshot) => {
  const isMissing = snapshot.matches({ page: { shown: 'failed' } });
  const { coming, shown } = snapshot.context;
  return { ...(isMissing ? coming : shown), isMissing };
};

/** R35: the photo that the core rejected needs a note, because the page on screen does not show it. */
export const isCoreRejectionUnseen = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ core: 'rejected' });
