import type { SnapshotFrom } from 'xstate';
import type { appMachine } from './app.machine.ts';

type AppSnapshot = SnapshotFrom<typeof appMachine>;

/** What the server offers; null until it has answered. */
export const selectSetup = (snapshot: AppSnapshot) => snapshot.context.setup;

/** The setup could not be loaded: say so and offer `setup.retried`. */
export const isDegraded = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ boot: 'degraded' });

/** The page that was asked for could not be loaded: say so and offer `navigation.retried`. */
export const isNavigationFailed = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ navigation: 'failed' });

export const isOffline = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ connection: 'offline' });

/** The page on screen; `isMissing` when it could not be prepared. Null for no other reason. */
export const selectShownPage = (snapshot: AppSnapshot) => {
  const isMissing = snapshot.matches({ page: { shown: 'failed' } });
  const { coming, shown } = snapshot.context;
  return { ...(isMissing ? coming : shown), isMissing };
};

/** R35: the photo that the core refused needs a note: the page on screen does not say it. */
export const isCoreRejectionUnseen = (snapshot: AppSnapshot): boolean =>
  snapshot.matches({ core: 'rejected' });
