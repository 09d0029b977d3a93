import { expect, expectTypeOf, it } from 'vitest';
import {
  type CallbackActorLogic,
  createActor,
  type EventObject,
  type PromiseActorLogic,
  setup,
} from 'xstate';
import { ports, withPorts } from './port-actors.ts';
import type { AppPorts } from './ports/app-ports.ts';
import type { PortCall, PortSink, PortStream } from './ports/port.ts';
import { PortError } from './ports/port-failure.ts';
import type { RecordsPort } from './ports/records.port.ts';
import type { SetupPort } from './ports/setup.port.ts';
import type { TaskPort } from './ports/task.port.ts';
import { settle } from './testing/test-system.ts';

const child = setup({
  actors: ports({ calls: ['loadSetup'] }).of<SetupPort>(),
}).createMachine({
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        id: 'loadSetup',
        src: 'loadSetup',
        onDone: { target: 'answered' },
        onError: { target: 'refused' },
      },
    },
    answered: {},
    refused: {},
  },
});

const root = setup({ actors: { child } }).createMachine({
  invoke: { id: 'child', src: 'child', onError: {} },
});

const given = (some: object) => some as AppPorts;

const run = async (machine: typeof root) => {
  const actor = createActor(machine).start();
  await settle();
  return actor.getSnapshot().children.child?.getSnapshot().value;
};

it('provides the methods of ports to a chart and the charts that it starts', async () => {
  const loadSetup = () => Promise.resolve({});
  expect(await run(withPorts(root, given({ setup: { loadSetup } })))).toBe('answered');
});

it('fails a call that was not provided', async () => {
  expect(await run(root)).toBe('refused');
});

it('rejects a missing port, and two methods with the same name', () => {
  expect(() => withPorts(root, given({}))).toThrow('No port has a method loadSetup.');
  const twice = given({ setup: { loadSetup: run }, records: { loadSetup: run } });
  expect(() => withPorts(root, twice)).toThrow('More than one port has a method loadSetup.');
});

it("reports the visitor's own picture in the options of a refused call", async () => {
  const failure = { reason: 'refused', code: 'picture_not_found' } as const;
  const startTask = () => Promise.reject(new PortError(failure));
  const heard: unknown[] = [];
  for (const background of ['white', 'uploads/own-picture.jpg']) {
    const app = setup({
      actors: { startTask: ports({ calls: ['startTask'] }).of<TaskPort>().startTask },
    }).createMachine({
      invoke: {
        id: 'startTask',
        src: 'startTask',
        input: {
          functionCode: 'cut-out',
          options: { background },
          fileKey: '',
          idempotencyKey: '',
        },
        onError: {},
      },
      on: { 'call.refused': { actions: ({ event }) => heard.push(event) } },
    });
    createActor(withPorts(app, given({ task: { startTask } })), { systemId: 'app' }).start();
    await settle();
  }
  const refusal = { type: 'call.refused', failure, isSaid: false };
  expect(heard).toEqual([refusal, { ...refusal, fileKey: 'uploads/own-picture.jpg' }]);
});

it('fails a call without an input, without calling the port', async () => {
  let asked = 0;
  const machine = setup({
    actors: ports({ calls: ['loadRecord'] }).of<RecordsPort>(),
  }).createMachine({
    initial: 'asking',
    states: {
      asking: {
        invoke: {
          id: 'loadRecord',
          src: 'loadRecord',
          input: () => null,
          onError: { target: 'refused' },
        },
      },
      refused: {},
    },
  });
  const loadRecord = async () => {
    asked += 1;
  };
  const actor = createActor(withPorts(machine, given({ records: { loadRecord } }))).start();
  await settle();
  expect([actor.getSnapshot().value, asked]).toEqual(['refused', 0]);
});

type BellPort = {
  hang: PortCall<{ height: number }, string>;
  hear: PortStream<{ from: string }, { type: 'bell.rung' }>;
  ring: PortSink<{ type: 'ring' }>;
};

it('derives the names and types of calls, streams and sinks from the port', () => {
  const { hang, hear, ring } = ports({
    calls: ['hang'],
    streams: ['hear'],
    sinks: ['ring'],
  }).of<BellPort>();
  expectTypeOf(hang).toEqualTypeOf<PromiseActorLogic<string, { height: number } | null>>();
  expectTypeOf(hear).toEqualTypeOf<CallbackActorLogic<EventObject, { from: string } | null>>();
  expectTypeOf(ring).toEqualTypeOf<CallbackActorLogic<{ type: 'ring' }, undefined>>();
  // @ts-expect-error: the port has no call with the name `paint`
  ports({ calls: ['paint'] }).of<BellPort>();
  // @ts-expect-error: `hear` is a stream and not a call
  ports({ calls: ['hear'] }).of<BellPort>();
  // @ts-expect-error: `ring` is not one of the listed calls
  ports({ calls: ['hang'], said: { ring: [] } });
});
