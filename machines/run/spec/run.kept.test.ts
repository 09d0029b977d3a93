import { describe, expect, it } from 'vitest';
import { createMachine, SimulatedClock } from 'xstate';
import type { KeptPhoto } from '../../model/kept-photo.ts';
import type { TaskRecord } from '../../model/task-record.ts';
import { withPorts } from '../../port-actors.ts';
import type { AppPorts } from '../../ports/app-ports.ts';
import { PortError } from '../../ports/port-failure.ts';
import {
  offline,
  photo,
  prepared,
  startRequest as request,
  ticket,
  wish,
} from '../../testing/samples.ts';
import { aRecord } from '../../testing/test-record.ts';
import { deferred, settle, startAmongOthers } from '../../testing/test-system.ts';
import { runMachine } from '../run.machine.ts';
import type { RunInput } from '../run.types.ts';

type Answers = Partial<{
  keepPhoto: () => Promise<void>;
  requestUpload: () => Promise<typeof ticket>;
  startTask: () => Promise<TaskRecord>;
  findAttempt: () => Promise<TaskRecord | null>;
}>;

const startRun = (input: RunInput, answers: Answers = {}) => {
  const asked: { call: string; input: unknown }[] = [];
  const clock = new SimulatedClock();
  const call =
    <Value>(name: string, answer: () => Promise<Value>) =>
    (given: unknown) => {
      asked.push({ call: name, input: given });
      return answer();
    };
  const ports = {
    kept: { keepPhoto: call('keepPhoto', answers.keepPhoto ?? (async () => {})) },
    photo: { preparePhoto: call('preparePhoto', async () => prepared) },
    task: {
      createKey: call('createKey', async () => 'key-number-1'),
      requestUpload: call('requestUpload', answers.requestUpload ?? (async () => ticket)),
      upload: (given: unknown, emit: (event: { type: 'upload.completed' }) => void) => {
        asked.push({ call: 'upload', input: given });
        emit({ type: 'upload.completed' });
        return () => {};
      },
      startTask: call('startTask', answers.startTask ?? (async () => aRecord())),
      findAttempt: call('findAttempt', answers.findAttempt ?? (async () => null)),
      cancelTask: call('cancelTask', async () => aRecord()),
    },
    records: {
      loadRecord: () => new Promise(() => {}),
      awaitRecord: () => new Promise(() => {}),
    },
  } as unknown as AppPorts;
  const parent = createMachine({
    invoke: { id: 'run', src: withPorts(runMachine, ports), input },
    on: { '*': {} },
  });
  const { root, told } = startAmongOthers('studio', parent, { clock });
  const run = () => root.system.get('studio')?.getSnapshot().children.run;
  const now = () => run()?.getSnapshot();
  const send = async (type: 'connection.restored' | 'cancel.pressed') => {
    run()?.send({ type });
    await settle();
  };
  const calls = () => asked.map((one) => one.call);
  const inputs = (name: string) => asked.flatMap((one) => (one.call === name ? [one.input] : []));
  return { calls, clock, inputs, now, send, told };
};

const kept: Omit<KeptPhoto, 'run'> = {
  id: photo.id,
  file: photo.file,
  functionCode: wish.offered.code,
  options: {},
};

const failing = () => Promise.reject(new PortError(offline));

describe('the data that a run stores for a later page', () => {
  it('is the key, as soon as it is created', async () => {
    const { told } = startRun({ from: 'photo', wish });
    await settle();
    const run = { step: 'sending', idempotencyKey: 'key-number-1' };
    expect(told('keeper')[0]).toEqual({ type: 'photo.held', photo: { ...kept, run } });
  });

  it('is deleted when the server has the photo', async () => {
    const { told } = startRun({ from: 'photo', wish });
    await settle();
    expect(told('keeper').at(-1)).toEqual({ type: 'photo.released', id: photo.id });
  });

  it.each(['daily_limit', '10009', 'unknown_function'])(
    'is the photo as before the start when the ticket was refused by %s',
    async (code) => {
      const refuse = () => Promise.reject(new PortError({ reason: 'refused', code }));
      const { told } = startRun({ from: 'photo', wish }, { requestUpload: refuse });
      await settle();
      const left = { ...kept, run: null };
      expect(told('keeper').at(-1)).toEqual({ type: 'photo.held', photo: left });
    },
  );

  it.each(['daily_limit', '10009', 'unknown_function'])(
    'is the photo as before the start when the start was denied by %s',
    async (code) => {
      const startTask = () => Promise.reject(new PortError({ reason: 'refused', code }));
      const { told } = startRun({ from: 'photo', wish }, { startTask });
      await settle();
      const left = { ...kept, run: null };
      expect(told('keeper').at(-1)).toEqual({ type: 'photo.held', photo: left });
    },
  );

  it('is the start request, before it is sent', async () => {
    const writing = deferred<void>();
    const { calls, inputs, now } = startRun(
      { from: 'photo', wish },
      { keepPhoto: () => writing.promise },
    );
    await settle();
    expect(inputs('keepPhoto')).toEqual([
      {
        ...kept,
        run: {
          step: 'asked',
          request: { ...request, idempotencyKey: 'key-number-1', name: wish.photo.name },
        },
      },
    ]);
    expect(calls()).not.toContain('startTask');
    writing.resolve();
    await settle();
    expect([calls().includes('startTask'), now()?.matches('onServer')]).toEqual([true, true]);
  });

  it('is the start request of a photo that was already uploaded, before it is sent', async () => {
    const writing = deferred<void>();
    const { calls, inputs } = startRun(
      { from: 'arrival', wish, request },
      { keepPhoto: () => writing.promise },
    );
    await settle();
    expect(inputs('keepPhoto')).toEqual([{ ...kept, run: { step: 'asked', request } }]);
    expect(calls()).toEqual(['keepPhoto']);
    writing.resolve();
    await settle();
    expect(inputs('startTask')).toEqual([request]);
  });

  it.each([
    ['refuses to save it', failing, 0],
    ['has not reported within 2 s that it is saved', () => new Promise<void>(() => {}), 2000],
  ])('does not delay the start if the browser %s', async (_, keepPhoto, ms) => {
    const { calls, clock } = startRun({ from: 'photo', wish }, { keepPhoto });
    await settle();
    if (ms > 0) {
      clock.increment(ms - 1);
      await settle();
      expect(calls()).not.toContain('startTask');
      clock.increment(1);
      await settle();
    }
    expect(calls()).toContain('startTask');
  });
});

describe('a run whose photo was still being sent when the page was left', () => {
  it('sends the photo again and starts with the same key (R71)', async () => {
    const { calls, inputs } = startRun({ from: 'key', wish, key: 'key-before' });
    await settle();
    expect(calls().slice(0, 5)).toEqual([
      'preparePhoto',
      'requestUpload',
      'upload',
      'keepPhoto',
      'startTask',
    ]);
    expect(inputs('startTask')).toMatchObject([{ idempotencyKey: 'key-before' }]);
  });

  it('waits for the connection and continues automatically', async () => {
    let online = false;
    const { calls, now, send } = startRun(
      { from: 'key', wish, key: 'key-before' },
      { requestUpload: () => (online ? Promise.resolve(ticket) : failing()) },
    );
    await settle();
    expect(now()?.matches({ uploading: { paused: 'waiting' } })).toBe(true);
    online = true;
    await send('connection.restored');
    expect(calls()).toContain('startTask');
  });
});

describe('a run whose start may have been sent when the page was left', () => {
  const input: RunInput = { from: 'silence', request };

  it('is followed if the server has a record of it; nothing is sent', async () => {
    const { calls, inputs, now } = startRun(input, { findAttempt: async () => aRecord() });
    await settle();
    expect(calls()).not.toContain('startTask');
    expect(inputs('findAttempt')).toEqual([request]);
    expect(now()?.matches('onServer')).toBe(true);
  });

  it('leaves the decision to the visitor if the server has no record', async () => {
    const { calls, now } = startRun(input);
    await settle();
    expect(calls()).not.toContain('startTask');
    expect([now()?.value, now()?.output]).toEqual([
      'notStarted',
      expect.objectContaining({ kind: 'notStarted', request }),
    ]);
  });

  it('is looked up again once the connection is back', async () => {
    let online = false;
    const { calls, now, send } = startRun(input, {
      findAttempt: () => (online ? Promise.resolve(aRecord()) : failing()),
    });
    await settle();
    expect(now()?.matches({ starting: { answer: { missing: 'waiting' } } })).toBe(true);
    online = true;
    await send('connection.restored');
    expect([now()?.matches('onServer'), calls().includes('startTask')]).toEqual([true, false]);
  });

  it('is cancelled when its record is found, if the visitor has cancelled it meanwhile', async () => {
    const found = deferred<TaskRecord | null>();
    const { calls, send } = startRun(input, { findAttempt: () => found.promise });
    await settle();
    await send('cancel.pressed');
    found.resolve(aRecord());
    await settle();
    expect(calls()).toEqual(['findAttempt', 'cancelTask']);
  });
});
