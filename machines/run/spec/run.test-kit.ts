import { type AnyActorRef, createMachine, SimulatedClock, type SnapshotFrom } from 'xstate';
import type { OfferedFunction } from '../../model/functions.ts';
import type { StartRequest } from '../../model/kept-photo.ts';
import type { ProductEvent } from '../../model/product-event.ts';
import { withPorts } from '../../port-actors.ts';
import { aPhoto, createStudioPorts, type StudioAnswers } from '../../testing/studio-ports.ts';
import { offeredFunction } from '../../testing/studio-samples.ts';
import { settle, startAmongOthers } from '../../testing/test-system.ts';
import { runMachine } from '../run.machine.ts';
import type { RunEvent, RunInput, RunNews, RunOutcome } from '../run.types.ts';

/**
 * A kit for tests of this folder. It starts one run under a parent that records the run's events.
 */

export const request: StartRequest = {
  photoId: 'photo-1',
  functionCode: 'upscale-2x-fast',
  options: { strength: 0.5 },
  fileKey: 'file0',
  idempotencyKey: 'key-of-before',
  promisedMs: null,
};

export const offered = (changes: Partial<OfferedFunction> = {}): OfferedFunction =>
  offeredFunction('upscale-2x-fast', { downscaleAllowed: true, ...changes } as never);

export const photoInput = (changes: Partial<OfferedFunction> = {}): RunInput => ({
  from: 'photo',
  wish: { photo: aPhoto(), offered: offered(changes), options: { strength: 0.5 } },
});

export const startRun = (answers: StudioAnswers = {}, input: RunInput = photoInput()) => {
  const world = createStudioPorts(answers);
  const clock = new SimulatedClock();
  const heard: RunNews[] = [];
  const outputs: RunOutcome[] = [];
  const parent = createMachine({
    invoke: {
      id: 'one',
      src: withPorts(runMachine, world.ports) as never,
      input,
      onDone: { actions: ({ event }) => outputs.push(event.output as RunOutcome) },
      onError: {},
    },
    on: { 'run.*': { actions: ({ event }) => heard.push(event as never) } },
  });
  const { root, told } = startAmongOthers('studio', parent, { clock });
  const actor: AnyActorRef = root.system.get('studio')?.getSnapshot().children.one;
  const emitted: ProductEvent[] = [];
  actor.on('*', (event) => emitted.push(event as ProductEvent));
  const now = () => actor.getSnapshot() as SnapshotFrom<typeof runMachine>;
  const send = async (event: RunEvent) => {
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
  const stages = () => heard.flatMap((one) => (one.type === 'run.moved' ? [one.view.stage] : []));
  const outcome = () => outputs.at(-1);
  const isDelayed = () => heard.findLast((one) => one.type === 'run.delayed')?.isDelayed ?? false;
  const keysOf = (call: string) =>
    world.calls(call).map(({ input: given }) => (given as StartRequest).idempotencyKey);
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
