import { expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import { neededCall, neededCallOrFail, withPorts } from './port-actors.ts';
import type { AppPorts } from './ports/app-ports.ts';
import type { RecordsPort } from './ports/records.port.ts';
import type { SetupPort } from './ports/setup.port.ts';
import { settle } from './testing/test-system.ts';

const child = setup({
  actors: { ask: neededCall<SetupPort['loadSetup']>('loadSetup') },
}).createMachine({
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        id: 'ask',
        src: 'ask',
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

const ports = (more: object) => more as AppPorts;

const run = async (machine: typeof root) => {
  const actor = createActor(machine).start();
  await settle();
  return actor.getSnapshot().children.child?.getSnapshot().value;
};

it('provides the methods of ports to a chart and the charts that it starts', async () => {
  const loadSetup = () => Promise.resolve({});
  expect(await run(withPorts(root, ports({ setup: { loadSetup } })))).toBe('answered');
});

it('fails a call that was not provided', async () => {
  expect(await run(root)).toBe('refused');
});

it('rejects a missing port, and two methods with the same name', () => {
  expect(() => withPorts(root, ports({}))).toThrow('No port has a method loadSetup.');
  const twice = ports({ setup: { loadSetup: run }, records: { loadSetup: run } });
  expect(() => withPorts(root, twice)).toThrow('More than one port has a method loadSetup.');
});

it('fails a call without an input, without calling the port', async () => {
  let asked = 0;
  const machine = setup({
    actors: { ask: neededCallOrFail<RecordsPort['loadRecord']>('loadRecord') },
  }).createMachine({
    initial: 'asking',
    states: {
      asking: {
        invoke: { id: 'ask', src: 'ask', input: () => null, onError: { target: 'refused' } },
      },
      refused: {},
    },
  });
  const loadRecord = async () => {
    asked += 1;
  };
  const actor = createActor(withPorts(machine, ports({ records: { loadRecord } }))).start();
  await settle();
  expect([actor.getSnapshot().value, asked]).toEqual(['refused', 0]);
});
