import { describe, expect, it } from 'vitest';
import {
  type AnyActorLogic,
  type AnyActorRef,
  createActor,
  SimulatedClock,
  type SnapshotFrom,
  StateMachine,
} from 'xstate';
import { createMemoryPorts } from '../../../src/adapters/memory/memory-ports.ts';
import { selectDialog } from '../../dialogs/dialogs.selectors.ts';
import { messageBoxMachine } from '../../message-box/message-box.machine.ts';
import { creditsOf } from '../../model/credits.ts';
import type { Setup } from '../../model/functions.ts';
import type { Move, PageName } from '../../model/pages.ts';
import type { ProductEvent } from '../../model/product-event.ts';
import type { TaskEnd } from '../../model/task-record.ts';
import type { KeptSession, UserInfo } from '../../model/user.ts';
import { selectPercent } from '../../overlay/overlay.selectors.ts';
import { withPorts } from '../../port-actors.ts';
import type { AppPorts } from '../../ports/app-ports.ts';
import type { ConnectionEvent } from '../../ports/connection.port.ts';
import type { LogMessage } from '../../ports/log.port.ts';
import { PortError, type PortFailure } from '../../ports/port-failure.ts';
import { removalQuestion } from '../../record-notices.ts';
import { selectIsLoggedIn } from '../../session/session.selectors.ts';
import { allowanceWith } from '../../testing/studio-samples.ts';
import { aRecord } from '../../testing/test-record.ts';
import { type ChartRef, chartRef, deferred, settle } from '../../testing/test-system.ts';
import { selectToast } from '../../toast/toast.selectors.ts';
import { selectUnseen } from '../../unseen/unseen.selectors.ts';
import { appMachine, type ChartId } from '../app.machine.ts';
import {
  isCoreRejectionUnseen,
  isDegraded,
  isNavigationFailed,
  isOffline,
  selectSetup,
  selectShownPage,
} from '../app.selectors.ts';
import type { TaskEnded } from '../app.types.ts';
import { appChildIds, type ChildId, childOf } from '../children.derived.ts';

const guest: UserInfo = { vipStatus: 0, subscriptionStatus: 0, allowance: null };
const offer: Setup = {
  functionCredits: { enhance: { unit: 1, credits: 2 } },
  functions: [],
  retentionDays: 7,
  welcomeCredits: 20,
};
const silent = () => new Promise<never>(() => {});
const failing = (failure: PortFailure) => () => Promise.reject(new PortError(failure));
const refused = (code: string): PortFailure => ({
  reason: 'refused',
  code,
  msg: `msg of ${code}`,
  call: 'setup',
});

const refusal = (code: string, isSaid = false) =>
  ({ type: 'call.refused', failure: refused(code), isSaid }) as const;

type Options = {
  path?: string;
  page?: PageName;
  user?: UserInfo;
  kept?: KeptSession;
  refreshUser?: AppPorts['session']['refreshUser'];
  loadSetup?: AppPorts['setup']['loadSetup'];
  navigate?: AppPorts['navigation']['navigate'];
  preparePage?: AppPorts['navigation']['preparePage'];
  findRunningTask?: AppPorts['task']['findRunningTask'];
};

const start = async (options: Options = {}) => {
  const visited: string[] = [];
  const logged: LogMessage[] = [];
  const saved: unknown[] = [];
  const loaded: string[] = [];
  let tell: (event: ConnectionEvent) => void = () => {};
  let goBack = () => {};
  const ports: AppPorts = {
    // memory ports stand in for all ports that these tests do not observe
    ...createMemoryPorts(),
    campaign: {
      saveCampaign: ({ campaign }) => {
        saved.push(campaign);
        return Promise.resolve();
      },
    },
    clock: { waitUntil: silent, countDown: () => () => {} },
    connection: {
      watchConnection: (_, emit) => {
        tell = emit;
        return () => {};
      },
    },
    contact: {
      sendMessage: silent,
      readDraft: silent,
      keepDraft: () => {},
      dropDraft: silent,
      findAddress: silent,
    },
    debugConsole: { readDebugSigns: silent, watchConsole: () => () => {}, copyReport: silent },
    dialog: { loadDialog: async () => messageBoxMachine },
    mailChoice: { readMailChoice: silent, chooseMail: silent },
    keptPhotos: {
      keepPhoto: () => Promise.resolve(),
      forgetPhoto: () => Promise.resolve(),
      takeKeptPhoto: () => Promise.resolve(null),
      watchKeptPhotos: () => () => {},
      guardLeaving: () => () => {},
    },
    language: {
      readLanguageSigns: () => Promise.resolve({ cookie: null, browser: [] }),
      loadMessages: ({ locale }) => Promise.resolve({ hello: locale }),
      saveLanguage: () => Promise.resolve(),
    },
    log: { writeLog: (message) => logged.push(message) },
    navigation: {
      navigate: (input, signal) => {
        visited.push(`${input.replace ? 'replace ' : ''}${input.to}`);
        return options.navigate?.(input, signal) ?? Promise.resolve();
      },
      watchBack: (_, emit) => {
        goBack = () => emit({ type: 'back.pressed' });
        return () => {};
      },
      watchLocation: () => () => {},
      preparePage: (wanted, signal) => options.preparePage?.(wanted, signal) ?? Promise.resolve(),
      loadDocument: ({ path }) => loaded.push(path),
    },
    photo: { inspectPhoto: silent, findTwin: silent, preparePhoto: silent, cropPhoto: silent },
    picture: {
      findPictureWays: silent,
      findChange: silent,
      encodePicture: silent,
      savePicture: silent,
      savePictures: silent,
      sharePicture: silent,
      copyPicture: silent,
    },
    records: {
      listRecords: () =>
        Promise.resolve({ records: [aRecord({ dealStatus: 2 })], nextCursor: null }),
      loadRecord: ({ id }) => Promise.resolve(aRecord({ id, dealStatus: 2 })),
      awaitRecord: () => new Promise<never>(() => {}),
      deleteRecord: silent,
    },
    session: {
      restoreSession: () => Promise.resolve(options.kept ?? null),
      refreshUser: options.refreshUser ?? (() => Promise.resolve(options.user ?? guest)),
      keepUser: () => Promise.resolve(),
      clearSession: () => Promise.resolve(),
      watchSession: () => () => {},
      findEntry: () => Promise.resolve(null),
      closeEntry: () => Promise.resolve(),
      endSession: () => Promise.resolve(),
    },
    signIn: {
      findPendingCode: () => Promise.resolve({ pending: null, hasProvider: false }),
      keepPendingCode: () => Promise.resolve(),
      forgetLink: () => Promise.resolve(),
      sendCode: silent,
      lookAtLink: silent,
      signIn: silent,
      askProvider: silent,
    },
    setup: { loadSetup: options.loadSetup ?? (() => Promise.resolve(offer)) },
    task: {
      createKey: silent,
      requestUpload: silent,
      upload: () => () => {},
      findRegions: silent,
      previewFunction: silent,
      startTask: silent,
      findAttempt: () => Promise.resolve(null),
      findRunningTask: options.findRunningTask ?? (() => Promise.resolve(null)),
      cancelTask: silent,
    },
  };
  const clock = new SimulatedClock();
  const app = createActor(withPorts(appMachine, ports), {
    id: 'app',
    systemId: 'app',
    clock,
    input: { path: options.path ?? '/', messages: {}, ...(options.page && { page: options.page }) },
  }).start();
  const ref = <Id extends ChartId>(id: Id): ChartRef<Id> => {
    const found = chartRef(app.system, id);
    if (!found) throw new Error(`${id} is not running`);
    return found;
  };
  const send = async (event: Parameters<typeof app.send>[0]) => {
    app.send(event);
    await settle();
  };
  const moveTo = (path: string, move: Move = 'pushed') =>
    send({ type: 'location.changed', path, move });
  const connect = async (type: ConnectionEvent['type']) => {
    tell({ type });
    await settle();
  };
  const dialog = () => selectDialog(ref('dialogs').getSnapshot());
  const toast = () => selectToast(ref('toast').getSnapshot());
  await settle();
  return {
    app,
    clock,
    connect,
    dialog,
    goBack: () => goBack(),
    loaded,
    logged,
    moveTo,
    ref,
    saved,
    send,
    toast,
    visited,
    now: () => app.getSnapshot(),
  };
};

const appCharts = appChildIds.filter(
  (id): id is Exclude<ChartId, 'app'> & ChildId => childOf(id).machine instanceof StateMachine,
);

/** Simulates pages whose code and text arrive only when the test releases them. */
const waitingFor = () => {
  const waits = new Map<string, ReturnType<typeof deferred<void>>>();
  const preparePage: AppPorts['navigation']['preparePage'] = ({ name }) => {
    const wait = deferred<void>();
    waits.set(name, wait);
    return wait.promise;
  };
  const arrive = async (name: PageName) => {
    waits.get(name)?.resolve();
    await settle();
  };
  return { preparePage, arrive };
};

describe('start-up', () => {
  it('starts every long-lived chart and shows nothing', async () => {
    const { app, now, ref, logged } = await start();
    for (const id of appCharts) {
      expect(ref(id).getSnapshot().status).toBe('active');
    }
    expect(chartRef(app.system, 'app')).toBe(app);
    expect(
      now().matches({
        boot: 'ready',
        connection: 'online',
        page: { coming: 'prepared', shown: 'plain' },
      }),
    ).toBe(true);
    expect(logged).toEqual([]);
  });

  it('contains every long-lived chart before its start, so that pages can be prerendered', () => {
    const app = createActor(appMachine, {
      systemId: 'app',
      input: { path: '/de', messages: {} },
    });
    expect(chartRef(app.system, 'language')?.getSnapshot().context.locale).toBe('de');
    expect(app.getSnapshot().matches({ boot: 'booting' })).toBe(true);
  });

  it('loads the credits of functions; a missing one has unit 0 and credits 0 (R11)', async () => {
    const { now, ref } = await start();
    expect(creditsOf(selectSetup(now()), 'enhance')).toEqual({ unit: 1, credits: 2 });
    expect(creditsOf(selectSetup(now()), 'other')).toEqual({ unit: 0, credits: 0 });
    expect(ref('studio').getSnapshot().context.setup).toEqual(offer);
  });

  it.each(['setup.retried', 'connection.restored'] as const)(
    'stays usable without the setup and loads it again after %s',
    async (type) => {
      let online = false;
      const { app, now, connect } = await start({
        loadSetup: () => (online ? Promise.resolve(offer) : failing({ reason: 'offline' })()),
      });
      expect(isDegraded(now())).toBe(true);
      expect(now().status).toBe('active');
      online = true;
      if (type === 'setup.retried') app.send({ type });
      else await connect(type);
      await settle();
      expect(now().matches({ boot: 'ready' })).toBe(true);
    },
  );

  it('refreshes the user (R12)', async () => {
    const { now } = await start({ user: { ...guest, id: '7' } });
    expect(now().context.user).toEqual({ ...guest, id: '7' });
  });

  it('stores the campaign parameters of the first address only (R14)', async () => {
    expect((await start({ path: '/de?gclid=1&x=2' })).saved).toEqual([{ gclid: '1' }]);
    expect((await start({ path: '/?x=2' })).saved).toEqual([]);
  });
});

const removalOf = (id: string) => ({ dialog: removalQuestion('records', id).dialog });

const flag = (snapshot: SnapshotFrom<typeof appMachine>) => [
  snapshot.context.coreRejected,
  isCoreRejectionUnseen(snapshot),
];

describe('rejected calls', () => {
  const refuse = async (code: string, options: Options = {}) => {
    const system = await start(options);
    await system.send(refusal(code));
    return system;
  };

  const reject = async (failure: PortFailure, fallback?: string) => {
    const system = await start();
    await system.send({
      type: 'call.rejected',
      failure,
      ...(fallback === undefined ? {} : { fallback }),
    });
    return system;
  };

  it('10009 clears the user and opens the sign-in dialog, once (R36)', async () => {
    const users = [{ ...guest, id: '7' }, guest];
    const { dialog, now, ref, send, toast } = await refuse('10009', {
      refreshUser: () => Promise.resolve(users.shift() ?? guest),
    });
    expect(selectIsLoggedIn(ref('session').getSnapshot())).toBe(false);
    expect(now().context.user).toEqual(guest);
    expect(dialog()?.id).toBe('signIn');
    await send(refusal('10009'));
    expect(ref('dialogs').getSnapshot().context.queue).toHaveLength(1);
    expect(toast()).toBeNull();
  });

  it.each(['10009', '51008', '51009'])(
    '%s is not shown below the overlay of a followed task (R36, R37, R38)',
    async (code) => {
      const { ref, send } = await start({ user: { ...guest, id: '7', subscriptionStatus: 1 } });
      ref('overlay').send({ type: 'overlay.opened' });
      await send(refusal(code));
      expect(
        ref('overlay')
          .getSnapshot()
          .matches({ open: { sight: 'away' } }),
      ).toBe(true);
    },
  );

  it("51008 navigates to the home page in the visitor's language (R37)", async () => {
    const { toast, visited } = await refuse('51008', { path: '/ja/record' });
    expect([visited, toast()]).toEqual([['/ja'], null]);
  });

  it('51009 opens credits-not-enough for a subscriber (R38)', async () => {
    const { dialog } = await refuse('51009', {
      user: { ...guest, id: '7', subscriptionStatus: 1 },
    });
    expect(dialog()?.id).toBe('creditsNotEnough');
  });

  it("51009 uses the cookie's status while the user is being refreshed (R38)", async () => {
    const { dialog } = await refuse('51009', {
      kept: { user: { ...guest, id: '7', subscriptionStatus: 1 }, token: 't' },
      refreshUser: silent,
    });
    expect(dialog()?.id).toBe('creditsNotEnough');
  });

  it.each([
    ['51009', { ...guest, id: '7', subscriptionStatus: 2 }],
    ['51009', guest],
    ['daily_limit', guest],
  ])('%s is silent for others (R38, R39)', async (code, user) => {
    const { dialog, logged, toast, visited } = await refuse(code, { user });
    expect([dialog(), toast(), visited, logged]).toEqual([null, null, [], []]);
  });

  it('any other code is logged and shown as an error toast (R40)', async () => {
    const { logged, toast } = await refuse('file_too_large');
    expect(logged).toEqual([
      {
        type: 'log.written',
        level: 'error',
        name: 'call.rejected',
        parameters: {
          call: 'setup',
          reason: 'refused',
          code: 'file_too_large',
          msg: 'msg of file_too_large',
        },
      },
    ]);
    expect(toast()).toMatchObject({
      kind: 'error',
      message: { text: 'msg of file_too_large', code: 'file_too_large' },
    });
  });

  it("any other code that the chart's own screen shows is logged, without a toast (R40)", async () => {
    const { logged, send, toast } = await start();
    await send(refusal('invalid_code', true));
    expect([logged.length, toast()]).toEqual([1, null]);
  });

  it('a code of a log call is shown and not logged again (R40)', async () => {
    const { logged, send, toast } = await start();
    await send({ ...refusal('x'), failure: { ...refused('x'), call: 'logEvent' } });
    expect([logged, toast()?.message]).toEqual([[], { text: 'msg of x', code: 'x' }]);
  });

  it('a code that a chart also reports is not shown twice (R40)', async () => {
    const { logged, toast } = await reject(refused('file_too_large'));
    expect([logged, toast()]).toEqual([[], null]);
  });

  it.each([
    ['10009', 'signIn'],
    ['51008', undefined],
    ['51009', 'creditsNotEnough'],
  ])('%s cancels the open dialogs (R36, R37, R38)', async (code, shown) => {
    const { dialog, ref, send } = await start({
      user: { ...guest, id: '7', subscriptionStatus: 1 },
    });
    for (const id of ['r1', 'r2']) {
      ref('dialogs').send({ type: 'dialog.requested', ...removalOf(id) });
    }
    await settle();
    await send(refusal(code));
    expect(dialog()?.id).toBe(shown);
    expect(ref('dialogs').getSnapshot().context.queue).toHaveLength(shown ? 1 : 0);
  });

  it('a failure without a code is logged, and shown only if its chart has a message for it', async () => {
    const quiet = await reject({ reason: 'timeout' });
    expect([quiet.logged.length, quiet.toast()]).toEqual([1, null]);
    const { toast } = await reject({ reason: 'timeout' }, 'toast.cancelFailed');
    expect(toast()).toMatchObject({ kind: 'error', message: { id: 'toast.cancelFailed' } });
  });

  it('that are shown as an error are reported as product events (R54)', async () => {
    const { app, send } = await start();
    const told: ProductEvent[] = [];
    app.on('error.shown', (event) => told.push(event));
    await send(refusal('file_too_large'));
    await send({ type: 'call.rejected', failure: { reason: 'timeout' } });
    const fallback = 'toast.cancelFailed';
    await send({ type: 'call.rejected', failure: { reason: 'timeout' }, fallback });
    expect(told).toEqual([
      { type: 'error.shown', call: 'setup', code: 'file_too_large' },
      { type: 'error.shown', call: null, code: 'timeout' },
    ]);
  });

  it('raises the core-rejected flag until it is dismissed (R35)', async () => {
    const { now, send } = await start();
    await send({ type: 'core.rejected', recordId: 'r1' });
    await send({ type: 'core.rejected', recordId: 'r2' });
    expect(flag(now())).toEqual([{ recordId: 'r2' }, true]);
    await send({ type: 'coreRejected.dismissed' });
    expect(flag(now())).toEqual([null, false]);
  });

  it('keeps its note while the page on screen is about another photo (R35)', async () => {
    const { now, send } = await start({ path: '/result/r2' });
    await send({ type: 'core.rejected', recordId: 'r1' });
    await send({ type: 'core.rejected', recordId: 'r2' });
    expect(flag(now())).toEqual([{ recordId: 'r1' }, true]);
  });

  it('drops the core-rejected flag when the visitor goes back from its note', async () => {
    const { goBack, now, send } = await start();
    await send({ type: 'core.rejected', recordId: 'r1' });
    goBack();
    expect(flag(now())).toEqual([null, false]);
  });
});

describe('navigation', () => {
  it("goes to the page in the visitor's language", async () => {
    const { send, visited } = await start({ path: '/de' });
    await send({ type: 'navigation.requested', to: '/record' });
    await send({ type: 'navigation.requested', to: '/result/1', replace: true });
    expect(visited).toEqual(['/de/record', 'replace /de/result/1']);
  });

  it.each(['https://example.com', '//example.com', 'javascript:alert(1)'])(
    'refuses %s and logs it (R9)',
    async (to) => {
      const { logged, send, visited } = await start();
      await send({ type: 'navigation.requested', to });
      expect([visited, logged.map(({ name }) => name)]).toEqual([[], ['navigation.refused']]);
    },
  );

  it('opens the newest of two destinations', async () => {
    const { preparePage, arrive } = waitingFor();
    const { send, visited } = await start({ preparePage });
    await arrive('home');
    await send({ type: 'navigation.requested', to: '/terms' });
    await send({ type: 'navigation.requested', to: '/record' });
    await arrive('terms');
    expect(visited).toEqual([]);
    await arrive('record');
    expect(visited).toEqual(['/record']);
  });

  it('is abandoned when the visitor goes back before the page is prepared', async () => {
    const { preparePage, arrive } = waitingFor();
    const { moveTo, now, send, visited } = await start({ preparePage });
    await arrive('home');
    await send({ type: 'navigation.requested', to: '/terms' });
    await moveTo('/about-us', 'traversed');
    await arrive('terms');
    expect([visited, now().matches({ navigation: 'idle' })]).toEqual([[], true]);
  });

  it('is not abandoned when a change of language replaces the address', async () => {
    const { preparePage, arrive } = waitingFor();
    const { moveTo, send, visited } = await start({ preparePage });
    await arrive('home');
    await send({ type: 'navigation.requested', to: '/terms' });
    await moveTo('/de', 'replaced');
    await arrive('terms');
    expect(visited).toEqual(['/terms']);
  });

  it('keeps the page on screen, with a retry button, when there is no network', async () => {
    let online = false;
    const { moveTo, now, send, visited } = await start({
      preparePage: ({ name }) =>
        online || name === 'home' ? Promise.resolve() : failing({ reason: 'offline' })(),
    });
    await send({ type: 'navigation.requested', to: '/terms' });
    expect([isNavigationFailed(now()), visited]).toEqual([true, []]);
    await send({ type: 'navigation.retried' });
    expect(isNavigationFailed(now())).toBe(true);
    await moveTo('/', 'traversed');
    expect(isNavigationFailed(now())).toBe(false);
    online = true;
    await send({ type: 'navigation.requested', to: '/terms' });
    expect(visited).toEqual(['/terms']);
  });

  it('is left to the browser when the code of the page is no longer available (R63)', async () => {
    const { loaded, send, visited } = await start({
      path: '/de',
      preparePage: ({ name }) =>
        name === 'home' ? Promise.resolve() : failing({ reason: 'unexpected' })(),
    });
    await send({ type: 'navigation.requested', to: '/terms' });
    expect([loaded, visited]).toEqual([['/de/terms'], []]);
  });

  it('stays and shows a message when the browser refuses to move', async () => {
    const { logged, now, send, toast } = await start({
      navigate: failing({ reason: 'unsupported' }),
    });
    await send({ type: 'navigation.requested', to: '/terms' });
    expect(now().matches({ navigation: 'idle' })).toBe(true);
    expect(logged).toHaveLength(1);
    expect(toast()).toMatchObject({ kind: 'error', message: { id: 'toast.pageFailed' } });
  });
});

describe('language', () => {
  it('continues in the language of the new address', async () => {
    const { moveTo, ref, send, visited } = await start({ path: '/' });
    await moveTo('/pt/record');
    expect(ref('language').getSnapshot().context.locale).toBe('pt');
    await send({ type: 'navigation.requested', to: '/terms' });
    expect(visited).toEqual(['/pt/terms']);
  });

  it('stays on the page when the visitor chooses another language', async () => {
    const { moveTo, ref, visited } = await start({ path: '/de/record' });
    await moveTo('/de/terms?x=1#fees');
    ref('language').send({ type: 'language.chosen', locale: 'en' });
    await settle();
    expect(visited).toEqual(['replace /terms?x=1#fees']);
  });
});

describe('connection', () => {
  it('is reported to the pages and to every chart that waits', async () => {
    let online = false;
    const { connect, now, ref } = await start({
      findRunningTask: () =>
        online ? Promise.resolve(aRecord({ dealStatus: 1 })) : failing({ reason: 'offline' })(),
    });
    await connect('connection.lost');
    expect(isOffline(now())).toBe(true);
    online = true;
    await connect('connection.restored');
    expect(isOffline(now())).toBe(false);
    expect(ref('studio').getSnapshot().matches('working')).toBe(true);
    expect(
      ref('overlay')
        .getSnapshot()
        .matches({ open: { sight: 'away' } }),
    ).toBe(true);
  });
});

describe('the page on screen', () => {
  const shown = (app: { getSnapshot: () => SnapshotFrom<typeof appMachine> }) => {
    const { isMissing, name, recordId, path } = selectShownPage(app.getSnapshot());
    return [isMissing ? 'missing' : name, recordId, path];
  };

  it('has its chart while it is shown', async () => {
    const { app, moveTo, ref } = await start();
    expect(chartRef(app.system, 'records')).toBeUndefined();
    await moveTo('/record');
    expect(ref('records').getSnapshot().matches('listed')).toBe(true);
    await moveTo('/');
    expect(chartRef(app.system, 'records')).toBeUndefined();
    await moveTo('/record');
    expect(ref('records').getSnapshot().matches('listed')).toBe(true);
  });

  it('is a different page for each record', async () => {
    const { app, moveTo, ref } = await start();
    for (const id of ['a', 'b', 'a']) {
      await moveTo(`/result/${id}`);
      expect(ref('result').getSnapshot().context.record?.id).toBe(id);
    }
    await moveTo('/record');
    expect(chartRef(app.system, 'result')).toBeUndefined();
    expect(ref('records').getSnapshot().matches('listed')).toBe(true);
  });

  it('stays the same page in another language, or with another query or fragment', async () => {
    const { app, moveTo, ref } = await start({ path: '/result/a' });
    const before = ref('result');
    for (const path of ['/result/a?utm_source=sun', '/de/result/a', '/de/result/a#top']) {
      await moveTo(path);
      expect([ref('result'), ...shown(app)]).toEqual([before, 'result', 'a', path]);
    }
  });

  it('closes its open dialog when it leaves the screen', async () => {
    const { dialog, moveTo, ref } = await start({ path: '/record' });
    ref('records').send({ type: 'removal.pressed', id: 'r1' });
    await settle();
    expect(dialog()?.requester).toBe('records');
    await moveTo('/');
    expect(dialog()).toBeNull();
  });

  it('stays the previous page, with its chart, until the next page is prepared', async () => {
    const { preparePage, arrive } = waitingFor();
    const { app, moveTo, ref } = await start({ path: '/record', preparePage });
    await arrive('record');
    await moveTo('/result/a');
    expect(shown(app)).toEqual(['record', '', '/record']);
    expect(ref('records').getSnapshot().matches('listed')).toBe(true);
    await arrive('result');
    expect(shown(app)).toEqual(['result', 'a', '/result/a']);
    expect(chartRef(app.system, 'records')).toBeUndefined();
  });

  it('is the newer of two requested pages, even if the older page is prepared first', async () => {
    const { preparePage, arrive } = waitingFor();
    const { app, moveTo } = await start({ preparePage });
    await arrive('home');
    await moveTo('/record');
    await moveTo('/terms');
    await arrive('record');
    expect(shown(app)).toEqual(['home', '', '/']);
    await arrive('terms');
    expect(shown(app)).toEqual(['terms', '', '/terms']);
  });

  it('stays when the visitor goes back before the next page is prepared', async () => {
    const { preparePage, arrive } = waitingFor();
    const { app, moveTo, ref } = await start({ path: '/record', preparePage });
    await arrive('record');
    const before = ref('records');
    await moveTo('/result/a');
    await moveTo('/record', 'traversed');
    await arrive('record');
    await arrive('result');
    expect([ref('records'), ...shown(app)]).toEqual([before, 'record', '', '/record']);
  });

  it('is a message with a retry button while the network is down', async () => {
    let online = false;
    const { app, connect, loaded, moveTo, send } = await start({
      path: '/record',
      preparePage: ({ name }) =>
        online || name === 'record' ? Promise.resolve() : failing({ reason: 'offline' })(),
    });
    await moveTo('/terms');
    expect(shown(app)).toEqual(['missing', '', '/terms']);
    expect(chartRef(app.system, 'records')).toBeUndefined();
    await send({ type: 'page.retried' });
    expect(shown(app)).toEqual(['missing', '', '/terms']);
    online = true;
    await connect('connection.lost');
    await connect('connection.restored');
    expect(shown(app)).toEqual(['terms', '', '/terms']);
    expect(loaded).toEqual([]);
  });

  it('has its chart again when the visitor goes back from a page that is missing', async () => {
    const { app, moveTo, ref } = await start({
      path: '/record',
      preparePage: ({ name }) =>
        name === 'record' ? Promise.resolve() : failing({ reason: 'offline' })(),
    });
    await moveTo('/terms');
    await moveTo('/record', 'traversed');
    expect(shown(app)).toEqual(['record', '', '/record']);
    expect(ref('records').getSnapshot().matches('listed')).toBe(true);
  });

  it('is left to the browser when its code cannot be loaded despite a network (R63)', async () => {
    const { app, loaded, moveTo } = await start({
      path: '/record',
      preparePage: ({ name }) =>
        name === 'record' ? Promise.resolve() : failing({ reason: 'unexpected' })(),
    });
    await moveTo('/de/terms?x=1');
    expect([loaded, shown(app)]).toEqual([['/de/terms?x=1'], ['record', '', '/record']]);
  });

  it('stays what the server reported until the visitor navigates', async () => {
    const { app, moveTo } = await start({ path: '/record', page: 'error' });
    expect(shown(app)).toEqual(['error', '', '/record']);
    expect(chartRef(app.system, 'records')).toBeUndefined();
    await moveTo('/de/record', 'replaced');
    expect(shown(app)).toEqual(['error', '', '/de/record']);
    await moveTo('/about-us');
    await moveTo('/record');
    expect(shown(app)).toEqual(['record', '', '/record']);
    expect(chartRef(app.system, 'records')).toBeDefined();
  });

  it('reports that another language is on screen', async () => {
    const { app, ref } = await start();
    const told: ProductEvent[] = [];
    app.on('language.changed', (event) => told.push(event));
    ref('language').send({ type: 'language.chosen', locale: 'de' });
    await settle();
    expect(told).toEqual([{ type: 'language.changed', locale: 'de' }]);
  });

  it('reports its view once', async () => {
    const { app, moveTo, send } = await start();
    const viewed: ProductEvent[] = [];
    app.on('page.viewed', (event) => viewed.push(event));
    await moveTo('/record');
    // a change of visitor restarts the page's chart without navigation
    await send({ type: 'user.changed', user: { ...guest, id: '7' } });
    await send({ type: 'user.changed', user: guest });
    await moveTo('/de/record');
    await moveTo('/de');
    expect(viewed.map((event) => event.type === 'page.viewed' && event.page)).toEqual([
      'record',
      'home',
    ]);
  });
});

describe('a chart that crashes', () => {
  type Crashing = Exclude<ChartId, 'app'>;

  const crash = async (ref: AnyActorRef) => {
    const { logic } = ref as unknown as { logic: AnyActorLogic };
    const { transition } = logic;
    // The event `a fault` makes the child throw. The restarted child has the same logic, so other
    // events must work as usual.
    logic.transition = (snapshot, event, scope) => {
      if (event.type === 'a fault') throw new Error('a fault');
      return transition.call(logic, snapshot, event, scope);
    };
    ref.send({ type: 'a fault' });
    logic.transition = transition;
    await settle();
  };
  const crashes = (logged: readonly LogMessage[]) =>
    logged.filter(({ name }) => name === 'chart.crashed').map(({ parameters }) => parameters.msg);

  it.each(appCharts)('%s is logged and restarted once', async (id: Crashing) => {
    const { app, logged, now, ref } = await start();
    const first = ref(id);
    await crash(first);
    expect(ref(id)).not.toBe(first);
    expect(ref(id).getSnapshot().status).toBe('active');
    await crash(ref(id));
    expect(chartRef(app.system, id)).toBeUndefined();
    expect(crashes(logged)).toEqual(['a fault', 'a fault']);
    expect(now().status).toBe('active');
  });

  it.each([
    ['session', '/', [{ type: 'error.shown', call: null, code: 'crashed.session' }]],
    ['records', '/record', [{ type: 'error.shown', call: null, code: 'crashed.records' }]],
    ['toast', '/', []],
  ] as const)(
    '%s is reported as an error once an error page replaces it (R54)',
    async (id, path, told) => {
      const { app, ref } = await start({ path });
      const shown: ProductEvent[] = [];
      app.on('error.shown', (event) => shown.push(event));
      await crash(ref(id));
      expect(shown).toEqual([]);
      await crash(ref(id));
      expect(shown).toEqual(told);
    },
  );

  it.each([
    ['records', '/record'],
    ['result', '/result/a'],
  ] as const)('of the page %s starts again, and once more with its page', async (id, path) => {
    const { app, moveTo, ref } = await start({ path });
    await crash(ref(id));
    const { value, context } = ref(id).getSnapshot();
    expect([value, 'record' in context && context.record?.id]).toEqual(
      id === 'result'
        ? [{ shown: { comparison: 'open', files: 'closed', record: 'current' } }, 'a']
        : [
            { listed: { list: 'idle', live: 'still', renewal: 'current', selection: 'off' } },
            false,
          ],
    );
    await crash(ref(id));
    expect(chartRef(app.system, id)).toBeUndefined();
    await moveTo('/');
    await moveTo(path);
    expect(ref(id).getSnapshot().status).toBe('active');
  });

  it('continues in the language on screen', async () => {
    const { moveTo, ref } = await start({ path: '/record' });
    ref('language').send({ type: 'language.chosen', locale: 'de' });
    await settle();
    await moveTo('/de/record', 'replaced');
    await crash(ref('language'));
    const { context, value } = ref('language').getSnapshot();
    expect([context.locale, context.messages, value]).toEqual([
      'de',
      { hello: 'de' },
      { ready: 'settled' },
    ]);
  });

  it('does not leave a run without setup and credits, or under a closed overlay', async () => {
    const allowance = allowanceWith(7);
    const { ref } = await start({
      user: { ...guest, allowance },
      findRunningTask: () => Promise.resolve(aRecord({ dealStatus: 1 })),
    });
    ref('overlay').send({ type: 'overlay.returned' });
    await crash(ref('overlay'));
    expect(ref('studio').getSnapshot().matches('working')).toBe(true);
    expect(ref('runs').getSnapshot().context.isWatched).toBe(false);
    expect(
      ref('overlay')
        .getSnapshot()
        .matches({ open: { sight: 'away' } }),
    ).toBe(true);
    await crash(ref('studio'));
    expect(ref('studio').getSnapshot().context).toMatchObject({
      setup: offer,
      purse: { allowance },
    });
    expect(ref('studio').getSnapshot().matches('working')).toBe(true);
    expect(ref('runs').getSnapshot().context.cards).toHaveLength(1);
    await crash(ref('runs'));
    expect(ref('studio').getSnapshot().matches('working')).toBe(true);
    expect(ref('runs').getSnapshot().context.cards).toHaveLength(1);
  });

  it('closes its dialog, as does a crash of the dialog chart', async () => {
    const { dialog, ref } = await start({ path: '/record' });
    ref('records').send({ type: 'removal.pressed', id: 'r1' });
    await settle();
    const box = ref('messageBox');
    await crash(ref('dialogs'));
    expect(box.getSnapshot().status).toBe('stopped');
    expect(
      ref('records')
        .getSnapshot()
        .matches({ listed: { list: 'idle' } }),
    ).toBe(true);
    ref('records').send({ type: 'removal.pressed', id: 'r1' });
    await settle();
    expect(dialog()?.requester).toBe('records');
    await crash(ref('records'));
    expect(dialog()).toBeNull();
  });

  it('stops its own children, after the second crash as well', async () => {
    const { ref } = await start({ path: '/record' });
    for (let crashes = 0; crashes < 2; crashes += 1) {
      ref('records').send({ type: 'removal.pressed', id: 'r1' });
      await settle();
      const box = ref('messageBox');
      await crash(ref('dialogs'));
      expect(box.getSnapshot().status).toBe('stopped');
    }
  });

  it('can be the chart that watches the network or writes the log', async () => {
    const { app, connect, logged, now } = await start();
    const child = (id: string): AnyActorRef => {
      const found: AnyActorRef | undefined = app.getSnapshot().children[id as never];
      if (!found) throw new Error(`${id} is not running`);
      return found;
    };
    await crash(child('connection'));
    await connect('connection.lost');
    expect(isOffline(now())).toBe(true);
    await crash(child('log'));
    expect(crashes(logged)).toEqual(['a fault', 'a fault']);
  });
});

describe('the end of a task', () => {
  const ended = (end: TaskEnd, watched: boolean, changes: Partial<TaskEnded> = {}): TaskEnded => ({
    type: 'task.ended',
    end,
    recordId: 'r 1',
    byCore: false,
    isOfBatch: false,
    watched,
    inHand: false,
    ...changes,
  });

  it('leads to the result when it was watched', async () => {
    const { send, toast, visited } = await start({ path: '/fr' });
    await send(ended('succeeded', true));
    expect([visited, toast()]).toEqual([['/fr/result/r%201'], null]);
  });

  it.each([
    ['succeeded', 'success'],
    ['failed', 'warning'],
    ['rejected', 'warning'],
    ['limited', 'warning'],
    ['notStarted', 'warning'],
    ['unsure', 'warning'],
  ] as const)('shows %s on the current page when it was left', async (end, kind) => {
    const { send, toast, visited } = await start();
    await send(ended(end, false));
    expect(visited).toEqual([]);
    expect(toast()).toMatchObject({ kind, message: { id: `toast.task.${end}` } });
  });

  it('leads from the toast to the result', async () => {
    const { send, toast } = await start();
    await send(ended('succeeded', false));
    expect(toast()).toMatchObject({ to: '/result/r%201' });
    await send(ended('failed', false));
    expect(toast()?.to).toBeNull();
  });

  it('shows nothing about a photo that the core rejected: the note of the flag does (R35)', async () => {
    const { now, send, toast } = await start();
    await send(ended('rejected', false, { byCore: true }));
    expect([...flag(now()), toast()]).toEqual([null, false, null]);
    await send({ type: 'core.rejected', recordId: 'r 1' });
    expect([...flag(now()), toast()]).toEqual([{ recordId: 'r 1' }, true, null]);
  });

  it('raises the flag without a note for an end that the visitor saw (R35)', async () => {
    const { moveTo, now, send } = await start();
    await send(ended('rejected', true, { byCore: true }));
    await send({ type: 'core.rejected', recordId: 'r 1' });
    expect(flag(now())).toEqual([{ recordId: 'r 1' }, false]);
    await moveTo('/record');
    expect(flag(now())).toEqual([null, false]);
  });

  const onThePage = [
    ['the studio', '/', { inHand: true }],
    ['its result page', '/de/result/r%201', {}],
  ] as const;

  it.each(onThePage)('shows a rejection once: %s shows it (R35)', async (_, path, changes) => {
    const { now, send, toast } = await start({ path });
    await send(ended('rejected', false, { byCore: true, ...changes }));
    await send({ type: 'core.rejected', recordId: 'r 1' });
    expect([...flag(now()), toast()]).toEqual([{ recordId: 'r 1' }, false, null]);
  });

  it.each(onThePage)('shows nothing about a failure that %s shows', async (_, path, changes) => {
    const { send, toast } = await start({ path });
    await send(ended('failed', false, changes));
    expect(toast()).toBeNull();
  });

  it('shows nothing about a result on its own page', async () => {
    const { send, toast } = await start({ path: '/result/r%201' });
    await send(ended('succeeded', false));
    expect(toast()).toBeNull();
  });

  it.each([
    ['another photo in the studio', '/'],
    ['another result', '/result/r2'],
    ['the records', '/record'],
  ])('shows a rejection on a page that shows %s', async (_, path) => {
    const { now, send } = await start({ path });
    await send(ended('rejected', false, { byCore: true }));
    await send({ type: 'core.rejected', recordId: 'r 1' });
    expect(flag(now())).toEqual([{ recordId: 'r 1' }, true]);
  });

  it('leads to the result of a run that ended without its overlay', async () => {
    const { ref, send, toast } = await start();
    await send(ended('succeeded', false, { inHand: true }));
    expect(toast()).toMatchObject({ to: '/result/r%201' });
    expect(selectUnseen(ref('unseen').getSnapshot())).toBe('ready');
  });

  it("appears in the tab's title when only the studio shows it", async () => {
    const { ref, send } = await start();
    await send(ended('failed', false, { inHand: true }));
    expect(selectUnseen(ref('unseen').getSnapshot())).toBe('ended');
  });

  it('shows a failure behind the overlay on a page that does not show it', async () => {
    const { send, toast } = await start({ path: '/record' });
    await send(ended('failed', true, { inHand: true }));
    expect(toast()).toMatchObject({ message: { id: 'toast.task.failed' } });
  });

  it('shows no message about an end that the visitor saw or requested', async () => {
    const { send, toast, visited } = await start();
    await send(ended('cancelled', false));
    await send(ended('failed', true));
    expect([visited, toast()]).toEqual([[], null]);
  });
});

describe('the overlay and the task', () => {
  it('continue unseen when the visitor leaves', async () => {
    const { clock, ref } = await start({
      findRunningTask: () => Promise.resolve(aRecord({ dealStatus: 1 })),
    });
    ref('overlay').send({ type: 'overlay.returned' });
    expect(ref('runs').getSnapshot().context.isWatched).toBe(true);
    ref('overlay').send({ type: 'overlay.left' });
    expect(ref('runs').getSnapshot().context.isWatched).toBe(false);
    const before = selectPercent(ref('overlay').getSnapshot());
    clock.increment(200);
    expect(selectPercent(ref('overlay').getSnapshot())).toBeGreaterThanOrEqual(before);
    expect(ref('overlay').getSnapshot().context.elapsedMs).toBe(200);
  });
});
