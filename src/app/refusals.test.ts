// @vitest-environment happy-dom
import Cookies from 'js-cookie';
import { beforeAll, expect, it, vi } from 'vitest';
import {
  type AnyActorLogic,
  type AnyActorRef,
  createActor,
  createMachine,
  fromCallback,
  type Snapshot,
  StateMachine,
} from 'xstate';
import { type CallName, calls } from '../../contract/calls.ts';
import { appMachine } from '../../machines/app/app.machine.ts';
import { dialogKinds, loadDialogChart } from '../../machines/app/children.derived.ts';
import { selectDialog } from '../../machines/dialogs/dialogs.selectors.ts';
import { withPorts } from '../../machines/port-actors.ts';
import type { LogMessage } from '../../machines/ports/log.port.ts';
import { chartRef, settle } from '../../machines/testing/test-system.ts';
import { selectToast } from '../../machines/toast/toast.selectors.ts';
import { buildWireTable } from '../../tools/build/wire-table.ts';
import { createHttpPorts } from '../adapters/http/http-ports.ts';
import { createReach } from '../adapters/http/reach.ts';
import type { WireTable } from '../adapters/http/wire-table.ts';
import { createMemoryPorts } from '../adapters/memory/memory-ports.ts';
import { createMemoryWorld } from '../adapters/memory/memory-world.ts';
import { createKeptLog } from '../adapters/storage/kept-log.ts';

/* Tests that the root handles each error code as the catalogue defines (R35 to R40), for every
 * call of every chart. A fake server sends the codes, because the real server does not send
 * these codes for most calls. */

/** A port actor of a chart, with an input for which this actor calls the server. */
type Probe = { chart: string; actor: string; logic: AnyActorLogic; input: object };

type Served = { answer: () => Response; asked: string[]; isGuest: boolean };

const refusedWith = (success: string) => () =>
  Response.json({ success, msg: 'words of the server', obj: null });

const served: Served = { answer: refusedWith('daily_limit'), asked: [], isGuest: false };

const nameOf = (method: string, path: string) =>
  Object.entries(calls).find(
    ([, call]) =>
      call.method === method &&
      new RegExp(`^${call.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )?.[0] ?? path;

const http = createHttpPorts({
  baseUrl: 'https://api.example',
  website: 'site-1',
  wire: buildWireTable() as unknown as WireTable,
  laterWire: async () => ({}),
  locale: () => 'en',
  caller: async () => (served.isGuest ? { kind: 'guest' } : { kind: 'user', token: 't' }),
  reach: createReach({ isOnline: () => true, onOnline: () => {} }),
  provider: null,
  keptLog: createKeptLog(() => Promise.reject(new Error('This test has no storage')), null),
});

/** Returns an input that has every field that a call may need. */
const anything = (given: object): object =>
  new Proxy(given, { get: (known, name) => Reflect.get(known, name) ?? 'x' });

/** Inputs for actors whose input decides which call they send. */
const inputs: Record<string, object[]> = {
  sendCode: [{ purpose: 'signIn' }, { purpose: 'reset' }],
  signIn: ['code', 'signUp', 'reset', 'link', 'provider'].map((kind) => ({ kind })),
  changeAccount: ['password', 'address', 'deletion'].map((kind) => ({ kind })),
  leave: [{ kind: 'withdraw' }, { kind: 'cancel', id: 'x' }],
  startTask: [{}, { isGuest: true }],
};

function actorsOf(chart: string, machine: AnyActorLogic): Omit<Probe, 'input'>[] {
  if (!(machine instanceof StateMachine)) return [];
  const actors = Object.entries(machine.implementations.actors as Record<string, AnyActorLogic>);
  return actors.flatMap(([actor, logic]) =>
    logic instanceof StateMachine ? actorsOf(actor, logic) : [{ chart, actor, logic }],
  );
}

const line: LogMessage = { type: 'log.written', level: 'info', name: 'a line', parameters: {} };

/**
 * Starts the actor under the root `app`. Resolves when the actor has ended, or has sent no call for
 * a while.
 */
async function run(
  { actor: name, logic, input }: Probe,
  app: { send: (event: never) => void },
): Promise<void> {
  served.isGuest = 'isGuest' in input && input.isGuest === true;
  const toApp = fromCallback(({ receive }) => receive((event) => app.send(event as never)));
  const stage = createMachine({
    initial: 'asking',
    invoke: { systemId: 'app', src: toApp },
    states: {
      asking: {
        invoke: {
          id: 'probe',
          src: logic,
          input: anything(input),
          onDone: 'over',
          onError: 'over',
        },
      },
      over: {},
    },
  });
  const actor = createActor(stage).start();
  if (name === 'log') actor.getSnapshot().children.probe?.send(line);
  for (let turn = 0; turn < 40 && actor.getSnapshot().value === 'asking'; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  await settle();
  actor.stop();
}

const probes: (Probe & { call: string })[] = [];

beforeAll(async () => {
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const { method, url } = new Request(input, init);
    served.asked.push(nameOf(method, new URL(url).pathname));
    return served.answer();
  });
  const ports = { ...createMemoryPorts(), ...http };
  const dialogs = await Promise.all(dialogKinds.map(loadDialogChart));
  const actors = [appMachine, ...dialogs].flatMap((machine) =>
    actorsOf(machine.id, withPorts(machine, ports)),
  );
  // the upload is excluded, because it goes to the storage and is not a call of the API
  for (const found of actors.filter(({ actor }) => actor !== 'upload')) {
    for (const input of inputs[found.actor] ?? [{}]) {
      served.asked = [];
      await run({ ...found, input }, { send: () => {} });
      const [call] = served.asked;
      if (call !== undefined) probes.push({ ...found, input, call });
    }
  }
});

const bothCookies = ['user_info', 'user_token'];

/** Starts a root with a signed-in user, which is otherwise idle. */
async function startRoot(subscriptionStatus: number) {
  const user = { id: 'u1', vipStatus: 0, subscriptionStatus, allowance: null };
  const world = createMemoryWorld({ user });
  Cookies.set('user_info', JSON.stringify(user));
  Cookies.set('user_token', 't');
  const memory = createMemoryPorts(world);
  const { keepUser, clearSession, restoreSession } = http.session;
  const guest = { vipStatus: 0, subscriptionStatus: 0, allowance: null };
  const answers = [user];
  const refreshUser = async () => answers.shift() ?? guest;
  const session = { ...memory.session, keepUser, clearSession, restoreSession, refreshUser };
  const app = createActor(withPorts(appMachine, { ...memory, session }), {
    systemId: 'app',
    input: { path: '/about-us', messages: {} },
  }).start();
  await settle();
  const look = () => {
    const shown = (id: 'toast' | 'dialogs') => chartRef(app.system, id)?.getSnapshot();
    return {
      dialog: selectDialog(shown('dialogs') as never)?.id ?? null,
      toast: selectToast(shown('toast') as never)?.message ?? null,
      home: world.visited.includes('/'),
      logged: world.logged.filter(({ name }) => name === 'call.rejected').length,
      cookies: bothCookies.filter((name) => Cookies.get(name) !== undefined),
    };
  };
  return { app: app as AnyActorRef & { getSnapshot(): Snapshot<unknown> }, look };
}

const nothing = { dialog: null, toast: null, home: false, logged: 0, cookies: bothCookies };
const foreign = { text: 'words of the server', code: 'zz_foreign' };

it.each([
  ['10009', 0, { ...nothing, dialog: 'signIn', cookies: [] }],
  ['51008', 0, { ...nothing, home: true }],
  ['51009', 1, { ...nothing, dialog: 'creditsNotEnough' }],
  ['51009', 2, nothing],
  ['daily_limit', 0, nothing],
  ['zz_foreign', 0, { ...nothing, toast: foreign, logged: 1 }],
])(
  'handles %s as the catalogue defines, whichever call it answers (R36, R37, R38, R39, R40)',
  async (code, status, wanted) => {
    served.answer = refusedWith(code);
    const found: Record<string, unknown> = {};
    for (const probe of probes) {
      // excluded, because signing out of a session that has already ended is a success
      if (probe.actor === 'endSession' && code === '10009') continue;
      const { app, look } = await startRoot(status);
      await run(probe, app);
      found[`${probe.chart}.${probe.actor} ${probe.call}`] = look();
      app.stop();
    }
    const same = Object.keys(found).map((name) => [
      name,
      // a refused log call is not logged, because a log line about the refusal would be refused as
      // well
      name.endsWith(' logEvent') ? { ...wanted, logged: 0 } : wanted,
    ]);
    expect(found).toEqual(Object.fromEntries(same));
  },
);

/** Calls whose answer is ignored, such as the report of an ad event (R58), and texts of pages. */
const unheard: CallName[] = ['reportEvent', 'pricing'];

it('has a chart that receives the refusals of every call', () => {
  const asked = new Set<string>(probes.map(({ call }) => call));
  const names = Object.keys(calls) as CallName[];
  expect(names.filter((name) => !asked.has(name) && !unheard.includes(name))).toEqual([]);
});
