import { loadDialogChart } from '../../../machines/app/children.derived.ts';
import { wordingVersion } from '../../../machines/model/consent.ts';
import { mimes } from '../../../machines/model/picture-format.ts';
import { isLoggedIn } from '../../../machines/model/user.ts';
import type { AppPorts } from '../../../machines/ports/app-ports.ts';
import { samplePiece } from '../../../machines/testing/sample-preview.ts';
import { createMemoryAccount, createMemorySession, createMemorySignIn } from './memory-account.ts';
import { createMemoryKeptPhotos } from './memory-kept-photos.ts';
import { createMemoryOrders } from './memory-orders.ts';
import { createMemorySubscription } from './memory-subscription.ts';
import { createMemoryRecords, createMemoryTask } from './memory-tasks.ts';
import type { MemoryWorld } from './memory-world.ts';
import { createMemoryWorld, today } from './memory-world.ts';

function createMemoryMailChoice(world: MemoryWorld): AppPorts['mailChoice'] {
  const choice = () => ({ address: 'a•••@example.com', subscribed: world.subscribed });
  return {
    readMailChoice: async () => choice(),
    chooseMail: async ({ subscribed }) => {
      world.subscribed = subscribed;
      return choice();
    },
  };
}

function createMemoryConsent(world: MemoryWorld): AppPorts['consent'] {
  return {
    readConsent: async () => world.consent,
    keepConsent: async ({ allowed, despiteSignal }) => {
      const kept = { allowed, despiteSignal, at: today, wording: wordingVersion };
      world.consent = { ...world.consent, kept };
    },
    watchConsent: () => () => {},
    forgetTraces: async ({ purposes }) => {
      world.traces = world.traces.filter((purpose) => !purposes.includes(purpose));
    },
  };
}

function createMemoryFreshness(world: MemoryWorld): AppPorts['freshness'] {
  return {
    findNewerBuild: async () => ({ build: world.newerBuild }),
    watchChunks: () => () => {},
    watchAge: () => () => {},
    recallReloads: async () => world.reloads,
    noteReload: async (reload) => {
      if (reload) world.reloads = [...world.reloads, { ...reload, agoMs: 0 }];
    },
  };
}

/** Creates all ports without a browser or a server. The ports read and change `world`. */
export function createMemoryPorts(world: MemoryWorld = createMemoryWorld()): AppPorts {
  return {
    account: createMemoryAccount(world),
    campaign: {
      saveCampaign: async ({ campaign }) => {
        Object.assign(world.campaign, campaign);
      },
    },
    clock: { waitUntil: () => new Promise(() => {}), countDown: () => () => {} },
    connection: {
      watchConnection: (_, emit) => {
        emit({ type: world.online ? 'connection.restored' : 'connection.lost' });
        return () => {};
      },
    },
    consent: createMemoryConsent(world),
    contact: {
      readDraft: async () => null,
      keepDraft: () => {},
      dropDraft: async () => {},
      findAddress: async () => (isLoggedIn(world.user) ? world.account.email : null),
      sendMessage: async () => {},
    },
    dialog: { loadDialog: ({ kind }) => loadDialogChart(kind) },
    freshness: createMemoryFreshness(world),
    keptPhotos: createMemoryKeptPhotos(world),
    language: {
      readLanguageSigns: async () => ({
        cookie: world.languageCookie,
        browser: world.browserLanguages,
      }),
      loadMessages: async ({ locale }) => world.messages(locale),
      saveLanguage: async ({ locale }) => {
        world.languageCookie = locale;
      },
    },
    log: {
      writeLog: (message) => {
        world.logged.push(message);
      },
    },
    mailChoice: createMemoryMailChoice(world),
    navigation: {
      navigate: async ({ to }) => {
        world.visited.push(to);
      },
      watchBack: () => () => {},
      watchLocation: () => () => {},
      preparePage: async () => {},
      loadDocument: () => {},
    },
    order: createMemoryOrders(world),
    photo: {
      inspectPhoto: async ({ source }) => ({
        ...world.photo,
        name: 'url' in source ? source.name : source.file.name,
      }),
      findTwin: async () => ({ isTwin: false }),
      preparePhoto: async ({ photo: { file, format, width, height } }) => ({
        file,
        format: format ?? 'jpg',
        width,
        height,
      }),
      cropPhoto: async () => samplePiece,
    },
    picture: {
      findPictureWays: async () => ({ shares: true, copies: true }),
      encodePicture: async ({ wish: { format, quality, maxBytes, side } }) => ({
        file: { name: `file.${format}`, size: maxBytes ?? quality * 1000, type: mimes[format] },
        url: samplePiece.url,
        width: side ?? 1600,
        height: (side ?? 1600) * 0.75,
        isTransparent: false,
      }),
      findChange: async () => null,
      savePicture: async () => {
        world.savedFiles += 1;
      },
      savePictures: async () => {
        world.savedFiles += 1;
      },
      sharePicture: async () => {},
      copyPicture: async () => {},
    },
    records: createMemoryRecords(world),
    session: createMemorySession(world),
    signIn: createMemorySignIn(world),
    debugConsole: {
      readDebugSigns: async () => ({ runEnv: 'development', flagged: false }),
      watchConsole: (_, emit) => {
        emit({ type: 'debugConsole.read', content: { kind: 'rows', rows: [] } });
        return () => {};
      },
      copyReport: async () => {},
    },
    setup: { loadSetup: async () => world.setup },
    subscription: createMemorySubscription(world),
    tabs: { announceChange: () => {}, watchTabs: () => () => {} },
    task: createMemoryTask(world),
  };
}
