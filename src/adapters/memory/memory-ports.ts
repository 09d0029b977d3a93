import { loadDialogChart } from '../../../machines/app/children.derived.ts';
import { wordingVersion } from '../../../machines/model/consent.ts';
import type { OwnAccount } from '../../../machines/model/own-account.ts';
import { mimes } from '../../../machines/model/picture-format.ts';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { isLoggedIn, type UserInfo } from '../../../machines/model/user.ts';
import type { AppPorts } from '../../../machines/ports/app-ports.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import { samplePiece, samplePreview } from '../../../machines/testing/sample-preview.ts';
import { samplePrices } from '../../../machines/testing/sample-prices.ts';
import { createMemoryOrders } from './memory-orders.ts';
import { memoryPhoto, memoryRecord, memorySetup } from './memory-samples.ts';
import { createMemorySubscription } from './memory-subscription.ts';
import type { MemoryWorld } from './memory-world.ts';

const today = '2030-01-01T00:00:00.000Z';

const signedOut: UserInfo = { vipStatus: 0, subscriptionStatus: 0, allowance: null };

export function createMemoryWorld(changes: Partial<MemoryWorld> = {}): MemoryWorld {
  return {
    setup: memorySetup,
    user: { ...signedOut },
    records: [],
    photo: memoryPhoto,
    regions: [],
    messages: () => ({}),
    languageCookie: null,
    browserLanguages: ['en'],
    online: true,
    keptPhotos: [],
    account: { email: 'anna@example.com', hasPassword: false, locale: 'en', reminders: true },
    sessions: [{ id: 's1', isCurrent: true, device: 'Firefox, Linux', lastSeenAt: today }],
    credits: { balance: 0, lots: [], lines: [], nextCursor: null },
    prices: samplePrices,
    orders: [],
    plan: null,
    savedFiles: 0,
    code: '123456',
    mailed: [],
    subscribed: true,
    campaign: {},
    consent: { asked: [], kept: null, isObjecting: false },
    traces: [],
    newerBuild: null,
    reloads: [],
    logged: [],
    visited: [],
    ...changes,
  };
}

function findRecord(world: MemoryWorld, id: string): TaskRecord {
  const record = world.records.find((candidate) => candidate.id === id);
  if (!record) throw new PortError({ reason: 'refused', code: 'record_not_found' });
  return record;
}

function replaceRecord(world: MemoryWorld, record: TaskRecord): TaskRecord {
  world.records = world.records.map((old) => (old.id === record.id ? record : old));
  return record;
}

function createMemoryTask(world: MemoryWorld): AppPorts['task'] {
  const runs = new Map<string, string>();
  return {
    createKey: async () => `key-${String(world.records.length).padStart(16, '0')}`,
    requestUpload: async ({ format }) => ({
      url: 'memory:upload',
      fields: {},
      fileKey: `upload.${format}`,
      maxBytes: 1e8,
      expiresAt: '2030-01-01T00:00:00.000Z',
    }),
    upload: (_, emit) => {
      emit({ type: 'upload.progressed', fraction: 1 });
      emit({ type: 'upload.completed' });
      return () => {};
    },
    findRegions: async () => world.regions,
    previewFunction: async () => samplePreview,
    startTask: async ({ functionCode: code, options, idempotencyKey }) => {
      const id = `record-${world.records.length + 1}`;
      const record: TaskRecord = { ...memoryRecord, id, code, options, dealStatus: 0 };
      world.records = [record, ...world.records];
      runs.set(idempotencyKey, id);
      return record;
    },
    findAttempt: async ({ idempotencyKey }) => {
      const id = runs.get(idempotencyKey);
      return id === undefined ? null : findRecord(world, id);
    },
    findRunningTask: async () => world.records.find(({ dealStatus }) => dealStatus < 2) ?? null,
    cancelTask: async ({ id }) => {
      const record = findRecord(world, id);
      return replaceRecord(world, { ...record, revision: record.revision + 1, dealStatus: 5 });
    },
  };
}

function createMemoryKeptPhotos(world: MemoryWorld): AppPorts['keptPhotos'] {
  const without = (id: string) => (world.keptPhotos ?? []).filter((kept) => kept.id !== id);
  const find = (inHand: readonly string[]) =>
    world.keptPhotos?.findLast(({ id }) => !inHand.includes(id)) ?? null;
  return {
    keepPhoto: async (photo) => {
      if (!world.keptPhotos) throw new PortError({ reason: 'unsupported', call: 'keepPhoto' });
      world.keptPhotos = [...without(photo.id), photo];
    },
    forgetPhoto: async ({ id }) => {
      if (world.keptPhotos) world.keptPhotos = without(id);
    },
    takeKeptPhoto: async ({ inHand }) => find(inHand),
    watchKeptPhotos: ({ inHand }, emit) => {
      const kept = find(inHand);
      emit(kept ? { type: 'keptPhoto.found', kept } : { type: 'keptPhoto.nowhere' });
      return () => {};
    },
    guardLeaving: () => () => {},
  };
}

function createMemorySignIn(world: MemoryWorld): AppPorts['signIn'] {
  return {
    findPendingCode: async () => ({ pending: null, hasProvider: false }),
    keepPendingCode: async () => {},
    forgetLink: async () => {},
    sendCode: async ({ address }) => {
      world.mailed.push(address);
      return { resendAfterMs: 60_000 };
    },
    lookAtLink: async () => ({ address: world.account.email }),
    signIn: async (proof) => {
      if ('code' in proof && proof.code !== world.code) {
        throw new PortError({ reason: 'refused', code: 'invalid_code' });
      }
      const user = { ...signedOut, id: 'user-1', email: world.account.email };
      world.user = user;
      return { token: 'token-1', user, merged: { records: 0 }, welcome: 0 };
    },
    askProvider: async () => ({ idToken: 'id-token' }),
  };
}

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

function createMemoryAccount(world: MemoryWorld): AppPorts['account'] {
  const needsUser = () => {
    if (!isLoggedIn(world.user)) throw new PortError({ reason: 'refused', code: '10009' });
  };
  const needsCode = (code: string) => {
    if (code !== world.code) throw new PortError({ reason: 'refused', code: 'invalid_code' });
  };
  const changed = (changes: Partial<OwnAccount>) => {
    needsUser();
    world.account = { ...world.account, ...changes };
    return world.account;
  };
  return {
    loadAccount: async () => changed({}),
    savePreferences: async (wanted) => changed(wanted),
    listSessions: async () => world.sessions,
    loadCredits: async () => world.credits,
    saveCreditsFile: async () => {
      world.savedFiles += 1;
    },
    endOneSession: async ({ id }) => {
      world.sessions = world.sessions.filter((one) => one.id !== id);
    },
    endOtherSessions: async () => {
      world.sessions = world.sessions.filter(({ isCurrent }) => isCurrent);
    },
    requestExport: async () => {
      world.mailed.push(world.account.email);
    },
    sendOwnCode: async ({ address }) => {
      world.mailed.push(address);
      return { resendAfterMs: 60_000 };
    },
    changeAccount: async (wish) => {
      if ('code' in wish) needsCode(wish.code);
      if (wish.kind === 'deletion') return null;
      return changed(wish.kind === 'address' ? { email: wish.address } : { hasPassword: true });
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

/** All ports without a browser or a server, over one mutable world. */
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
      preparePhoto: async ({ photo: { file, format, width, height } }) => ({
        file,
        format: format ?? 'jpg',
        width,
        height,
      }),
      cropPhoto: async () => samplePiece,
    },
    picture: {
      findPictureWays: async () => ({ encodesWebp: true, shares: true, copies: true }),
      encodePicture: async ({ picture: { name }, format, quality }) => ({
        file: { name: `${name}.${format}`, size: quality * 1000, type: mimes[format] },
        isTransparent: false,
      }),
      savePicture: async () => {
        world.savedFiles += 1;
      },
      sharePicture: async () => {},
      copyPicture: async () => {},
    },
    records: {
      listRecords: async () => ({ records: world.records, nextCursor: null }),
      loadRecord: async ({ id }) => findRecord(world, id),
      awaitRecord: async ({ id, revision }) => {
        const record = findRecord(world, id);
        return record.revision === revision ? new Promise(() => {}) : record;
      },
      deleteRecord: async ({ id }) => {
        findRecord(world, id);
        world.records = world.records.filter((record) => record.id !== id);
      },
    },
    session: {
      restoreSession: async () => null,
      refreshUser: async () => {
        // later: a sign-out at the same moment clears the user first
        await Promise.resolve();
        return world.user;
      },
      keepUser: async () => {},
      clearSession: async () => {
        // a guest has nothing to lose
        if (isLoggedIn(world.user)) world.user = { ...signedOut };
      },
      watchSession: () => () => {},
      findEntry: async () => null,
      closeEntry: async () => {},
      endSession: async () => {},
    },
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
