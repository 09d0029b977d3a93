import wire from 'virtual:wire-table';
import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import type { Locale } from '../../machines/model/locale.ts';
import type { AppPorts } from '../../machines/ports/app-ports.ts';
import { saveCampaign } from '../adapters/browser/browser-campaign.ts';
import { watchConnection } from '../adapters/browser/browser-connection.ts';
import { readLanguageSigns, saveLanguage } from '../adapters/browser/browser-language.ts';
import { createNavigation } from '../adapters/browser/browser-navigation.ts';
import { loadMessages } from '../adapters/browser/load-messages.ts';
import { readToken } from '../adapters/browser/session-cookies.ts';
import { createDebugConsolePort } from '../adapters/debug-console/create-debug-console-port.ts';
import { createHttpPorts } from '../adapters/http/http-ports.ts';
import { lazyCall, once } from './lazy-port.ts';

type Settings = {
  config: RuntimeConfig;
  /** language on screen, for Accept-Language (R30) */
  locale: () => Locale;
  /** loads what the page at a path needs */
  preparePage: (path: string) => Promise<void>;
};

const loadPhotoPort = once(async () => {
  const { createBrowserPhoto } = await import('../adapters/photo/browser-photo.ts');
  return createBrowserPhoto();
});

/** Names the build: the file's name carries the hash of what is in it. */
const build = new URL(import.meta.url).pathname;

/** The bodies of everything the charts ask of the world. */
export function createPorts({ config, locale, preparePage }: Settings): AppPorts {
  return {
    ...createHttpPorts({
      baseUrl: config.apiBaseUrl,
      website: config.websiteId,
      wire,
      locale,
      token: readToken,
    }),
    campaign: { saveCampaign },
    connection: { watchConnection },
    debugConsole: createDebugConsolePort({ runEnv: config.runEnv, build, config }),
    language: {
      readLanguageSigns,
      loadMessages: (wanted, signal) => loadMessages(wanted.locale, __MESSAGES_VERSION__, signal),
      saveLanguage,
    },
    navigation: createNavigation(preparePage),
    photo: {
      inspectPhoto: lazyCall(loadPhotoPort, (photo) => photo.inspectPhoto),
      preparePhoto: lazyCall(loadPhotoPort, (photo) => photo.preparePhoto),
    },
  };
}
