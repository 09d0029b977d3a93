import { type AnyActorRef, createMachine, SimulatedClock, type SnapshotFrom } from 'xstate';
import type { OfferedFunction } from '../model/functions.ts';
import type { StartOrder } from '../model/kept-photo.ts';
import type { ProductEvent } from '../model/product-event.ts';
import { withPorts } from '../port-actors.ts';
import { aPhoto, createStudioPorts, type StudioAnswers } from '../testing/studio-ports.ts';
import { offeredFunction } from '../testing/studio-samples.ts';
import { settle, startAmongOthers } from '../testing/test-system.ts';
import { attemptMachine } from './attempt.machine.ts';
import type { AttemptEvent, AttemptInput, AttemptNews, AttemptOutcome } from './attempt.types.ts';

/** For the tests of this folder: one run below a parent that records its events. */

export const order: StartOrder = {
  photoId: 'photo-1',
  functionCode: 'upscale-2x-fast',
  options: { strength: 0.5 },
  fileKey: 'file0',
  idempotencyKey: 'key-of-before',
  promisedMs: null,
};

export const offered = (changes: Partial<OfferedFunction> = {}): OfferedFunction =>
  offeredFunction('upscale-2x-fast', { downscaleAllowed: true, ...changes } as never);

export const photoInput = (changes: Partial<OfferedFunction> = {}): AttemptInput => ({
  from: 'photo',
  wish: { photo: aPhoto(), offered: offered(changes), options: { strength: 0.5 } },
});

export const startAttempt = (answers: StudioAnswers = {}, input: AttemptInput = photoInput()) => {
  const world = createStudioPorts(answers);
  const clock = new SimulatedClock();
  const heard: AttemptNews[] = [];
  const outputs: AttemptOutcome[] = [];
  const parent = createMachine({
    invoke: {
      id: 'one',
      src: withPorts(attemptMachine, world.ports) as never,
      input,
      onDone: { actions: ({ event }) => outputs.push(event.output as AttemptOutcome) },
      onError: {},
    },
    on: { 'attempt.*': { actions: ({ event }) => heard.push(event as never) } },
  });
  const { root, told } = startAmongOthers('tray', parent, { clock });
  const actor: AnyActorRef = root.system.get('tray')?.getSnapshot().children.one;
  const emitted: ProductEvent[] = [];
  actor.on('*', (event) => emitted.push(event as ProductEvent));
  const now = () => actor.getSnapshot() as SnapshotFrom<typeof attemptMachine>;
  const send = async (event: AttemptEvent) => {
    actor.send(event);
    await settle();
  };
  const pass = async (ms: number) => {
    clock.increment(ms);
    await settle();
  };
  const uploaded = async () => {
    await settle();
    await world.upload({ type: 'upload.completed' });
  };
  const stages = () =>
    heard.flatMap((one) => (one.type === 'attempt.moved' ? [one.view.stage] : []));
  const outcome = () => outputs.at(-1);
  const isDelayed = () => heard.some(({ type }) => type === 'attempt.delayed');
  const keysOf = (call: string) =>
    world.calls(call).map(({ input: given }) => (given as StartOrder).idempotencyKey);
  return {
    ...world,
    clock,
    emitted,
    heard,
    isDelayed,
    keysOf,
    now,
    outcome,
    pass,
    send,
    stages,
    told,
    uploaded,
  };
};
