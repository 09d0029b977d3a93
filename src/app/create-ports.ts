import wire from 'virtual:wire-table';
import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import type { Locale } from '../../machines/model/locale.ts';
import type { PageNeeds } from '../../machines/model/pages.ts';
import type { Caller } from '../../machines/model/user.ts';
import type { AppPorts } from '../../machines/ports/app-ports.ts';
import { guardLeaving } from '../adapters/browser/before-leave.ts';
import { saveCampaign } from '../adapters/browser/browser-campaign.ts';
import { countDown, waitUntil } from '../adapters/browser/browser-clock.ts';
import { browserNetwork, watchConnection } from '../adapters/browser/browser-connection.ts';
import { createBrowserConsent } from '../adapters/browser/browser-consent.ts';
import { browserFreshness } from '../adapters/browser/browser-freshness.ts';
import { readLanguageSigns, saveLanguage } from '../adapters/browser/browser-language.ts';
import { createNavigation } from '../adapters/browser/browser-navigation.ts';
import { browserSight } from '../adapters/browser/browser-sight.ts';
import { createBrowserTabs } from '../adapters/browser/browser-tabs.ts';
import { loadMessages } from '../adapters/browser/load-messages.ts';
import { createDebugConsolePort } from '../adapters/debug-console/create-debug-console-port.ts';
import { createFirebaseProvider } from '../adapters/firebase/firebase-provider.ts';
import { createHttpPorts } from '../adapters/http/http-ports.ts';
import { createReach } from '../adapters/http/reach.ts';
import { createDeviceDatabase } from '../adapters/storage/device-database.ts';
import { createKeptLog } from '../adapters/storage/kept-log.ts';
import { createKeptPhotos } from '../adapters/storage/kept-photos.ts';
import { createPhotoRows } from '../adapters/storage/photo-rows.ts';
import { createTabLocks } from '../adapters/storage/tab-locks.ts';
import { createDialogPort } from './dialog-port.ts';
import type { DialogStore } from './dialog-store.ts';
import { lazyCall, once } from './lazy-port.ts';

/** Loads the code and the texts of a page. */
export type PreparePage = (page: PageNeeds) => Promise<void>;

type Settings = {
  config: RuntimeConfig;
  /** returns the current language, for the header Accept-Language (R30) */
  locale: () => Locale;
  /** returns the identity of the current session (R22) */
  caller: () => Promise<Caller>;
  preparePage: PreparePage;
  dialogs: Pick<DialogStore, 'load'>;
};

const loadPhotoPort = once(async () => {
  const { createBrowserPhoto } = await import('../adapters/photo/browser-photo.ts');
  return createBrowserPhoto();
});

const loadPicturePort = once(async () => {
  const { createBrowserPicture } = await import('../adapters/picture/browser-picture.ts');
  return createBrowserPicture();
});

const loadFirebase = once(() => import('../adapters/firebase/firebase-sdk.ts'));

const openDatabase = createDeviceDatabase();
const tabLocks = createTabLocks(navigator.locks);

/**
 * The URL of this file. It identifies the build, because the name of the file contains a hash of
 * its content.
 */
const build = new URL(import.meta.url).pathname;

export function createPorts(settings: Settings): AppPorts {
  const { config, locale, caller, preparePage, dialogs } = settings;
  // loads the code for photos in advance, so that a photo can be chosen without a connection
  loadPhotoPort().catch(() => {});
  const { noteWrite, ...tabs } = createBrowserTabs();
  const ports: AppPorts = {
    ...createHttpPorts({
      reach: createReach(browserNetwork),
      keptLog: createKeptLog(openDatabase, tabLocks),
      baseUrl: config.apiBaseUrl,
      website: config.websiteId,
      wire,
      laterWire: async () => (await import('virtual:later-wire-table')).default,
      locale,
      caller,
      onWrite: noteWrite,
      provider: config.firebase
        ? createFirebaseProvider(config.firebase, { load: loadFirebase, locale })
        : null,
    }),
    campaign: { saveCampaign },
    clock: { countDown, waitUntil },
    connection: { watchConnection },
    consent: createBrowserConsent(config.trackers ?? {}),
    debugConsole: createDebugConsolePort({ runEnv: config.runEnv, build, config }),
    dialog: createDialogPort(dialogs, () => ports),
    freshness: browserFreshness,
    keptPhotos: {
      ...createKeptPhotos({
        rows: createPhotoRows(openDatabase, Date.now),
        locks: tabLocks,
        sight: browserSight,
      }),
      guardLeaving,
    },
    language: {
      readLanguageSigns,
      loadMessages: ({ locale }, signal) => loadMessages({ locale }, __MESSAGES_VERSION__, signal),
      saveLanguage,
    },
    navigation: createNavigation(preparePage),
    photo: {
      inspectPhoto: lazyCall(loadPhotoPort, (photo) => photo.inspectPhoto),
      findTwin: lazyCall(loadPhotoPort, (photo) => photo.findTwin),
      preparePhoto: lazyCall(loadPhotoPort, (photo) => photo.preparePhoto),
      cropPhoto: lazyCall(loadPhotoPort, (photo) => photo.cropPhoto),
    },
    picture: {
      findPictureWays: lazyCall(loadPicturePort, (picture) => picture.findPictureWays),
      encodePicture: lazyCall(loadPicturePort, (picture) => picture.encodePicture),
      findChange: lazyCall(loadPicturePort, (picture) => picture.findChange),
      savePicture: lazyCall(loadPicturePort, (picture) => picture.savePicture),
      savePictures: lazyCall(loadPicturePort, (picture) => picture.savePictures),
      sharePicture: lazyCall(loadPicturePort, (picture) => picture.sharePicture),
      copyPicture: lazyCall(loadPicturePort, (picture) => picture.copyPicture),
    },
    tabs,
  };
  return ports;
}
