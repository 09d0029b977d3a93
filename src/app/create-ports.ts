import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import type { Locale } from '../../machines/model/locale.ts';
import type { AppPorts } from '../../machines/ports/app-ports.ts';
import { saveCampaign } from '../adapters/browser/browser-campaign.ts';
import { watchConnection } from '../adapters/browser/browser-connection.ts';
import { readLanguageSigns, writeLanguageCookie } from '../adapters/browser/browser-language.ts';
import { createNavigation } from '../adapters/browser/browser-navigation.ts';
import { loadMessages } from '../adapters/browser/load-messages.ts';
import { readToken } from '../adapters/browser/session-cookies.ts';
import { lazyCall, lazyStream, once } from './lazy-port.ts';

type Settings = {
  config: RuntimeConfig;
  /** language on screen, for Accept-Language (R30) */
  locale: () => Locale;
  /** loads what the page at a path needs */
  preparePage: (path: string) => Promise<void>;
};

function loadHttpPorts({ config, locale }: Settings) {
  return once(async () => {
    const [{ createHttpPorts }, { default: wire }] = await Promise.all([
      import('../adapters/http/http-ports.ts'),
      import('virtual:wire-table'),
    ]);
    return createHttpPorts({
      baseUrl: config.apiBaseUrl,
      website: config.websiteId,
      wire,
      locale,
      token: readToken,
    });
  });
}

const loadPhotoPort = once(async () => {
  const { createBrowserPhoto } = await import('../adapters/photo/browser-photo.ts');
  return createBrowserPhoto();
});

/** The bodies of everything the charts ask of the world. */
export function createPorts(settings: Settings): AppPorts {
  const http = loadHttpPorts(settings);
  return {
    campaign: { saveCampaign },
    connection: { watchConnection },
    language: {
      readLanguageSigns: async () => readLanguageSigns(),
      loadMessages: ({ locale }, signal) => loadMessages(locale, __MESSAGES_VERSION__, signal),
      saveLanguage: async ({ locale }) => writeLanguageCookie(locale),
    },
    log: {
      writeLog: (message) => {
        http().then(
          ({ log }) => log.writeLog(message),
          () => {},
        );
      },
    },
    navigation: createNavigation(settings.preparePage),
    photo: {
      inspectPhoto: lazyCall(loadPhotoPort, (photo) => photo.inspectPhoto),
      preparePhoto: lazyCall(loadPhotoPort, (photo) => photo.preparePhoto),
    },
    records: {
      listRecords: lazyCall(http, ({ records }) => records.listRecords),
      loadRecord: lazyCall(http, ({ records }) => records.loadRecord),
      deleteRecord: lazyCall(http, ({ records }) => records.deleteRecord),
    },
    session: {
      restoreSession: lazyCall(http, ({ session }) => session.restoreSession),
      refreshUser: lazyCall(http, ({ session }) => session.refreshUser),
      clearSession: lazyCall(http, ({ session }) => session.clearSession),
    },
    setup: { loadSetup: lazyCall(http, ({ setup }) => setup.loadSetup) },
    task: {
      createKey: lazyCall(http, ({ task }) => task.createKey),
      requestUpload: lazyCall(http, ({ task }) => task.requestUpload),
      upload: lazyStream(
        http,
        ({ task }) => task.upload,
        (failure) => ({ type: 'upload.failed', failure }),
      ),
      startTask: lazyCall(http, ({ task }) => task.startTask),
      findRunningTask: lazyCall(http, ({ task }) => task.findRunningTask),
      watchRecord: lazyStream(
        http,
        ({ task }) => task.watchRecord,
        (failure) => ({ type: 'watch.failed', failure }),
      ),
      cancelTask: lazyCall(http, ({ task }) => task.cancelTask),
    },
  };
}
