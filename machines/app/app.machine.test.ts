import { describe, expect, it } from 'vitest';
import { type AnyActorLogic, type AnyActorRef, createActor, SimulatedClock } from 'xstate';
import { selectDialog } from '../dialogs/dialogs.selectors.ts';
import type { UserInfo } from '../model/user.ts';
import { selectPercent } from '../overlay/overlay.selectors.ts';
import type { AppPorts } from '../ports/app-ports.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { LogMessage } from '../ports/log.port.ts';
import { PortError, type PortFailure } from '../ports/port-failure.ts';
import { selectIsLoggedIn } from '../session/session.selectors.ts';
import { aRecord } from '../testing/test-record.ts';
import { settle } from '../testing/test-system.ts';
import { selectToast } from '../toast/toast.selectors.ts';
import { appMachine } from './app.machine.ts';
import { isDegraded, isOffline, selectCoreRejected, selectCreditsOf } from './app.selectors.ts';
import { type ChartRefs, chartRef } from './chart-refs.ts';
import { provideApp } from './provide-app.ts';

const guest: UserInfo = { vipStatus: 0, subscriptionStatus: 0, allowance: null };
const offer = {
  functionCredits: { enhance: { unit: 1, credits: 2 } },
  functions: [],
  retentionDays: 7,
};
const silent = () => new Promise<never>(() => {});
const failing = (failure: PortFailure) => () => Promise.reject(new PortError(failure));
const refused = (code: string): PortFailure => ({
  reason: 'refused',
  code,
  msg: `msg of ${code}`,
  call: 'setup',
});

type Options = {
  path?: string;
  user?: UserInfo;
  loadSetup?: AppPorts['setup']['loadSetup'];
  navigate?: AppPorts['navigation']['navigate'];
  findRunningTask?: AppPorts['task']['findRunningTask'];
};

const start = async (options: Options = {}) => {
  const visited: string[] = [];
  const logged: LogMessage[] = [];
  const saved: unknown[] = [];
  let tell: (event: ConnectionEvent) => void = () => {};
  const ports: AppPorts = {
    campaign: {
      saveCampaign: ({ campaign }) => {
        saved.push(campaign);
        return Promise.resolve();
      },
    },
    connection: {
      watchConnection: (_, emit) => {
        tell = emit;
        return () => {};
      },
    },
    debugConsole: { readDebugSigns: silent, watchConsole: () => () => {}, copyReport: silent },
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
    },
    photo: { inspectPhoto: silent, preparePhoto: silent },
    records: {
      listRecords: () =>
        Promise.resolve({ records: [aRecord({ dealStatus: 2 })], nextCursor: null }),
      loadRecord: ({ id }) => Promise.resolve(aRecord({ id, dealStatus: 2 })),
      deleteRecord: silent,
    },
    session: {
      restoreSession: () => Promise.resolve(null),
      refreshUser: () => Promise.resolve(options.user ?? guest),
      keepUser: () => Promise.resolve(),
      clearSession: () => Promise.resolve(),
    },
    setup: { loadSetup: options.loadSetup ?? (() => Promise.resolve(offer)) },
    task: {
      createKey: silent,
      requestUpload: silent,
      upload: () => () => {},
      startTask: silent,
      findAttempt: () => Promise.resolve(null),
      findRunningTask: options.findRunningTask ?? (() => Promise.resolve(null)),
      watchRecord: () => () => {},
      cancelTask: silent,
    },
  };
  const clock = new SimulatedClock();
  const app = createActor(provideApp(ports), {
    id: 'app',
    systemId: 'app',
    clock,
    input: { path: options.path ?? '/', messages: {} },
  }).start();
  const ref = <Id extends keyof ChartRefs>(id: Id): ChartRefs[Id] => {
    const found = chartRef(app.system, id);
    if (!found) throw new Error(`${id} is not running`);
    return found;
  };
  const send = async (event: Parameters<typeof app.send>[0]) => {
    app.send(event);
    await settle();
  };
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
    logged,
    ref,
    saved,
    send,
    toast,
    visited,
    now: () => app.getSnapshot(),
  };
};

describe('start-up', () => {
  it('starts every long-lived chart and says nothing', async () => {
    const { app, now, ref, logged } = await start();
    for (const id of ['language', 'session', 'overlay', 'toast', 'dialogs', 'task'] as const) {
      expect(ref(id).getSnapshot().status).toBe('active');
    }
    expect(chartRef(app.system, 'app')).toBe(app);
    expect(now().matches({ boot: 'ready', connection: 'online', page: 'none' })).toBe(true);
    expect(logged).toEqual([]);
  });

  it('has every long-lived chart before it is started, for prerendering', () => {
    const app = createActor(appMachine, {
      systemId: 'app',
      input: { path: '/de', messages: {} },
    });
    expect(chartRef(app.system, 'language')?.getSnapshot().context.locale).toBe('de');
    expect(app.getSnapshot().matches({ boot: 'booting' })).toBe(true);
  });

  it('loads the credits of functions; a missing one has unit 0 and credits 0 (R11)', async () => {
    const { now, ref } = await start();
    expect(selectCreditsOf('enhance')(now())).toEqual({ unit: 1, credits: 2 });
    expect(selectCreditsOf('other')(now())).toEqual({ unit: 0, credits: 0 });
    expect(ref('task').getSnapshot().context.setup).toEqual(offer);
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

  it('stores the campaign parameters of the first address, and only then (R14)', async () => {
    expect((await start({ path: '/de?gclid=1&x=2' })).saved).toEqual([{ gclid: '1' }]);
    expect((await start({ path: '/?x=2' })).saved).toEqual([]);
  });
});

describe('rejected calls', () => {
  const reject = async (failure: PortFailure, options: Options = {}, fallback?: string) => {
    const system = await start(options);
    await system.send({
      type: 'call.rejected',
      failure,
      ...(fallback === undefined ? {} : { fallback }),
    });
    return system;
  };

  it('10009 clears the user and opens the sign-in dialog, once (R36)', async () => {
    const { dialog, ref, send, toast } = await reject(refused('10009'), {
      user: { ...guest, id: '7' },
    });
    expect(selectIsLoggedIn(ref('session').getSnapshot())).toBe(false);
    expect(dialog()?.content.kind).toBe('signIn');
    await send({ type: 'call.rejected', failure: refused('10009') });
    expect(ref('dialogs').getSnapshot().context.waiting).toEqual([]);
    expect(toast()).toBeNull();
  });

  it('51008 goes home in the language of the visitor (R37)', async () => {
    const { toast, visited } = await reject(refused('51008'), { path: '/ja/record' });
    expect([visited, toast()]).toEqual([['/ja'], null]);
  });

  it('51009 opens credits-not-enough for a subscriber (R38)', async () => {
    const { dialog } = await reject(refused('51009'), {
      user: { ...guest, id: '7', subscriptionStatus: 1 },
    });
    expect(dialog()?.content.kind).toBe('creditsNotEnough');
  });

  it.each([
    ['51009', { ...guest, id: '7', subscriptionStatus: 2 }],
    ['51009', guest],
    ['daily_limit', guest],
  ])('%s is silent for others (R38, R39)', async (code, user) => {
    const { dialog, logged, toast, visited } = await reject(refused(code), { user });
    expect([dialog(), toast(), visited, logged]).toEqual([null, null, [], []]);
  });

  it('any other code is logged and shown as an error toast (R40)', async () => {
    const { logged, toast } = await reject(refused('file_too_large'));
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

  it('a failure without a code is logged, and said only when its chart has words for it', async () => {
    const quiet = await reject({ reason: 'timeout' });
    expect([quiet.logged.length, quiet.toast()]).toEqual([1, null]);
    const { toast } = await reject({ reason: 'timeout' }, {}, 'toast.cancelFailed');
    expect(toast()).toMatchObject({ kind: 'error', message: { id: 'toast.cancelFailed' } });
  });

  it('raises the core-rejected flag until it is dismissed (R35)', async () => {
    const { now, send } = await start();
    await send({ type: 'core.rejected', recordId: 'r1' });
    await send({ type: 'core.rejected', recordId: 'r2' });
    expect(selectCoreRejected(now())).toEqual({ recordId: 'r2' });
    await send({ type: 'coreRejected.dismissed' });
    expect(selectCoreRejected(now())).toBeNull();
  });
});

describe('navigation (R9)', () => {
  it('goes to the page in the language of the visitor', async () => {
    const { send, visited } = await start({ path: '/de' });
    await send({ type: 'navigation.requested', to: '/record' });
    await send({ type: 'navigation.requested', to: '/result/1', replace: true });
    expect(visited).toEqual(['/de/record', 'replace /de/result/1']);
  });

  it.each(['https://example.com', '//example.com', 'javascript:alert(1)'])(
    'refuses %s and logs it',
    async (to) => {
      const { logged, send, visited } = await start();
      await send({ type: 'navigation.requested', to });
      expect([visited, logged.map(({ name }) => name)]).toEqual([[], ['navigation.refused']]);
    },
  );

  it('goes to the newest of two destinations', async () => {
    const { app, now, visited } = await start({ navigate: silent });
    app.send({ type: 'navigation.requested', to: '/terms' });
    app.send({ type: 'navigation.requested', to: '/record' });
    await settle();
    expect(visited).toEqual(['/terms', '/record']);
    expect(now().matches({ navigation: 'navigating' })).toBe(true);
  });

  it('stays and says so when the page cannot be loaded', async () => {
    const { logged, now, send, toast } = await start({
      navigate: failing({ reason: 'offline' }),
    });
    await send({ type: 'navigation.requested', to: '/terms' });
    expect(now().matches({ navigation: 'idle' })).toBe(true);
    expect(logged).toHaveLength(1);
    expect(toast()).toMatchObject({ kind: 'error', message: { id: 'toast.pageFailed' } });
  });
});

describe('language (R4)', () => {
  it('goes on in the language of the address that the visitor moved to', async () => {
    const { ref, send, visited } = await start({ path: '/' });
    await send({ type: 'location.changed', path: '/pt/record' });
    expect(ref('language').getSnapshot().context.locale).toBe('pt');
    await send({ type: 'navigation.requested', to: '/terms' });
    expect(visited).toEqual(['/pt/terms']);
  });

  it('stays on the page when the visitor chooses another language', async () => {
    const { ref, send, visited } = await start({ path: '/de/record' });
    await send({ type: 'location.changed', path: '/de/terms?x=1' });
    ref('language').send({ type: 'language.chosen', locale: 'en' });
    await settle();
    expect(visited).toEqual(['replace /terms?x=1']);
  });
});

describe('connection (R79)', () => {
  it('is told to the pages and to every chart that waits', async () => {
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
    expect(ref('task').getSnapshot().matches('working')).toBe(true);
    expect(
      ref('overlay')
        .getSnapshot()
        .matches({ open: { sight: 'away' } }),
    ).toBe(true);
  });
});

describe('charts of a page (R44)', () => {
  it('live as long as their page', async () => {
    const { app, ref, send } = await start();
    expect(chartRef(app.system, 'records')).toBeUndefined();
    await send({ type: 'page.opened', page: 'records' });
    expect(ref('records').getSnapshot().matches('listed')).toBe(true);
    await send({ type: 'page.closed', page: 'records' });
    expect(chartRef(app.system, 'records')).toBeUndefined();
    await send({ type: 'page.opened', page: 'records' });
    expect(ref('records').getSnapshot().matches('listed')).toBe(true);
  });

  it('follow each other, each when the one before has gone', async () => {
    const { app, ref, send } = await start();
    for (const recordId of ['a', 'b']) {
      await send({ type: 'page.opened', page: 'result', recordId });
      expect(ref('result').getSnapshot().context.record?.id).toBe(recordId);
      await send({ type: 'page.closed', page: 'result' });
    }
    await send({ type: 'page.opened', page: 'records' });
    expect(chartRef(app.system, 'result')).toBeUndefined();
    expect(ref('records').getSnapshot().matches('listed')).toBe(true);
  });

  it('take their open question with them', async () => {
    const { dialog, ref, send } = await start();
    await send({ type: 'page.opened', page: 'records' });
    ref('records').send({ type: 'removal.pressed', id: 'r1' });
    expect(dialog()?.requester).toBe('records');
    await send({ type: 'page.closed', page: 'records' });
    expect(dialog()).toBeNull();
  });
});

describe('a chart that crashes', () => {
  type Crashing = Exclude<keyof ChartRefs, 'app'>;

  const crash = async (ref: AnyActorRef) => {
    const { logic } = ref as unknown as { logic: AnyActorLogic };
    const { transition } = logic;
    // the one that takes its place runs by the same logic, and hears of other things at once
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

  it.each(['toast', 'debugConsole', 'dialogs', 'overlay', 'language', 'session', 'task'] as const)(
    '%s is logged and begun anew, once',
    async (id: Crashing) => {
      const { app, logged, now, ref } = await start();
      const first = ref(id);
      await crash(first);
      expect(ref(id)).not.toBe(first);
      expect(ref(id).getSnapshot().status).toBe('active');
      await crash(ref(id));
      expect(chartRef(app.system, id)).toBeUndefined();
      expect(crashes(logged)).toEqual(['a fault', 'a fault']);
      expect(now().status).toBe('active');
    },
  );

  it.each([{ page: 'records' }, { page: 'result', recordId: 'a' }] as const)(
    'of the page $page begins anew with its page',
    async (page) => {
      const { app, ref, send } = await start();
      await send({ type: 'page.opened', ...page });
      await crash(ref(page.page));
      const { value, context } = ref(page.page).getSnapshot();
      expect([value, 'record' in context && context.record?.id]).toEqual(
        page.page === 'result'
          ? ['shown', 'a']
          : [{ listed: { list: 'idle', live: 'still' } }, false],
      );
      await crash(ref(page.page));
      expect(chartRef(app.system, page.page)).toBeUndefined();
      await send({ type: 'page.closed', page: page.page });
      await send({ type: 'page.opened', ...page });
      expect(ref(page.page).getSnapshot().status).toBe('active');
    },
  );

  it('speaks on in the language on screen', async () => {
    const { ref, send } = await start({ path: '/record' });
    ref('language').send({ type: 'language.chosen', locale: 'de' });
    await settle();
    await send({ type: 'location.changed', path: '/de/record' });
    await crash(ref('language'));
    const { context, value } = ref('language').getSnapshot();
    expect([context.locale, context.messages, value]).toEqual([
      'de',
      { hello: 'de' },
      { ready: 'settled' },
    ]);
  });

  it('does not leave a task without its offer or under a closed overlay', async () => {
    const { ref } = await start({
      findRunningTask: () => Promise.resolve(aRecord({ dealStatus: 1 })),
    });
    ref('overlay').send({ type: 'overlay.returned' });
    await crash(ref('overlay'));
    expect(ref('task').getSnapshot().context.watching).toBe(false);
    expect(
      ref('overlay')
        .getSnapshot()
        .matches({ open: { sight: 'away' } }),
    ).toBe(true);
    await crash(ref('task'));
    expect(ref('task').getSnapshot().context.setup).toEqual(offer);
    expect(ref('task').getSnapshot().matches('working')).toBe(true);
  });

  it('takes its question and what waits for the answer with it', async () => {
    const { dialog, ref, send } = await start();
    await send({ type: 'page.opened', page: 'records' });
    ref('records').send({ type: 'removal.pressed', id: 'r1' });
    await crash(ref('dialogs'));
    expect(
      ref('records')
        .getSnapshot()
        .matches({ listed: { list: 'idle' } }),
    ).toBe(true);
    ref('records').send({ type: 'removal.pressed', id: 'r1' });
    expect(dialog()?.requester).toBe('records');
    await crash(ref('records'));
    expect(dialog()).toBeNull();
  });

  it('also when it is the one that listens to the network or writes the log', async () => {
    const { app, connect, logged, now } = await start();
    const child = (id: string): AnyActorRef => {
      const found: AnyActorRef | undefined = app.getSnapshot().children[id as never];
      if (!found) throw new Error(`${id} is not running`);
      return found;
    };
    await crash(child('watchConnection'));
    await connect('connection.lost');
    expect(isOffline(now())).toBe(true);
    await crash(child('writeLog'));
    expect(crashes(logged)).toEqual(['a fault', 'a fault']);
  });
});

describe('the end of a task (R72)', () => {
  const end = (phase: 'succeeded' | 'failed' | 'rejected' | 'cancelled', watched: boolean) =>
    ({ type: 'task.ended', recordId: 'r 1', phase, watched }) as const;

  it('leads to the result when it was watched', async () => {
    const { send, toast, visited } = await start({ path: '/fr' });
    await send(end('succeeded', true));
    expect([visited, toast()]).toEqual([['/fr/result/r%201'], null]);
  });

  it.each([
    ['succeeded', 'success'],
    ['failed', 'warning'],
    ['rejected', 'warning'],
  ] as const)('says %s where the visitor is when it was left', async (phase, kind) => {
    const { send, toast, visited } = await start();
    await send(end(phase, false));
    expect(visited).toEqual([]);
    expect(toast()).toMatchObject({ kind, message: { id: `toast.task.${phase}` } });
  });

  it('says nothing of what the visitor saw or wanted', async () => {
    const { send, toast, visited } = await start();
    await send(end('cancelled', false));
    await send(end('failed', true));
    expect([visited, toast()]).toEqual([[], null]);
  });
});

describe('the overlay and the task', () => {
  it('count on unseen when the visitor leaves', async () => {
    const { clock, ref } = await start({
      findRunningTask: () => Promise.resolve(aRecord({ dealStatus: 1 })),
    });
    ref('overlay').send({ type: 'overlay.returned' });
    expect(ref('task').getSnapshot().context.watching).toBe(true);
    ref('overlay').send({ type: 'overlay.left' });
    expect(ref('task').getSnapshot().context.watching).toBe(false);
    const before = selectPercent(ref('overlay').getSnapshot());
    clock.increment(200);
    expect(selectPercent(ref('overlay').getSnapshot())).toBeGreaterThanOrEqual(before);
    expect(ref('overlay').getSnapshot().context.elapsedMs).toBe(200);
  });
});
