import { type AnyActorRef, SimulatedClock, type SnapshotFrom } from 'xstate';
import type { Setup } from '../../model/functions.ts';
import type { ProductEvent } from '../../model/product-event.ts';
import type { TaskRecord } from '../../model/task-record.ts';
import { withPorts } from '../../port-actors.ts';
import type { PortFailure } from '../../ports/port-failure.ts';
import type { runMachine } from '../../run/run.machine.ts';
import { runsMachine } from '../../runs/runs.machine.ts';
import { createStudioPorts, file, type StudioAnswers } from '../../testing/studio-ports.ts';
import { aRecord } from '../../testing/test-record.ts';
import { chartRef, settle, startAmongOthers } from '../../testing/test-system.ts';
import { studioMachine } from '../studio.machine.ts';

/**
 * A kit for tests. It starts the charts of the studio and of the runs together, and records the
 * events that they send to other charts.
 */

const limits = {
  maxBytes: 20_000_000,
  maxPixels: 24_000_000,
  minSide: 16,
  formats: ['jpg', 'png'],
  maxResultSide: 65_500,
  maxResultPixels: 1_000_000_000,
};

const plain = {
  limits,
  output: { kind: 'scaled' as const, scale: 1 },
  group: 'improve' as const,
  picture: null,
  options: [],
  preview: null,
  deadlineMs: 3_600_000,
  downscaleAllowed: false,
  mayReject: false,
  estimate: null,
  names: null,
};

export const offer: Setup = {
  functionCredits: {
    'upscale-2x-fast': { unit: 2, credits: 1 },
    'face-blur': { unit: 1, credits: 3 },
  },
  functions: [
    { ...plain, code: 'upscale-2x-fast', type: 11, downscaleAllowed: true },
    { ...plain, code: 'face-blur', type: 49, mayReject: true },
  ],
  retentionDays: 7,
  welcomeCredits: 20,
};

export const offline: PortFailure = { reason: 'offline' };
export const dailyLimit: PortFailure = { reason: 'refused', code: 'daily_limit' };

/** Returns the record of a task that is running. */
export const running = (fraction: number, high = 10_000): TaskRecord =>
  aRecord({
    revision: 2 + Math.round(fraction * 100),
    dealStatus: 1,
    progress: { stage: 'running', fraction, remainingMs: { low: high / 2, high } },
  });

/** Returns the record of a task that has ended. */
export const ended = (dealStatus: TaskRecord['dealStatus'], changes: Partial<TaskRecord> = {}) =>
  aRecord({ revision: 90, dealStatus, ...changes });

/** Returns the event that the root receives when the current run ends while the overlay is open. */
export const toldEnd = (end: string, changes: object = {}) => ({
  type: 'task.ended',
  end,
  recordId: 'r1',
  byCore: false,
  isOfBatch: false,
  watched: true,
  inHand: true,
  ...changes,
});

export const startStudio = (answers: StudioAnswers = {}) => {
  const world = createStudioPorts(answers);
  const clock = new SimulatedClock();
  const { root, told } = startAmongOthers('studio', withPorts(studioMachine, world.ports), {
    clock,
    beside: { runs: withPorts(runsMachine, world.ports) },
  });
  const actor = chartRef(root.system, 'studio');
  const runsActor = chartRef(root.system, 'runs');
  if (!actor || !runsActor) throw new Error('The charts did not start');
  const emitted: ProductEvent[] = [];
  actor.on('*', (event) => emitted.push(event));
  actor.send({ type: 'setup.loaded', setup: offer });

  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settle();
  };
  const sendToRuns = async (event: Parameters<typeof runsActor.send>[0]) => {
    runsActor.send(event);
    await settle();
  };
  const restoreConnection = async () => {
    runsActor.send({ type: 'connection.restored' });
    await send({ type: 'connection.restored' });
  };
  const choose = async () => {
    await settle();
    await send({ type: 'photo.chosen', source: { kind: 'file', file } });
  };
  const press = async () => {
    await choose();
    await send({ type: 'start.pressed' });
  };
  const uploaded = async () => {
    await press();
    await world.upload({ type: 'upload.completed' });
  };
  const now = () => actor.getSnapshot();
  const runs = () => runsActor.getSnapshot();
  const run = (number = runs().context.begun) =>
    (runs().children[`run.${number}`] as AnyActorRef | undefined)?.getSnapshot() as
      | SnapshotFrom<typeof runMachine>
      | undefined;
  const crash = (id = `run.${runs().context.begun}`) =>
    sendToRuns({
      type: `xstate.error.actor.${id}` as 'xstate.error.actor.run.1',
      error: new Error('a fault'),
      actorId: id,
    });
  const toldOverlay = () => told('overlay').map((event) => (event as { type: string }).type);
  return {
    ...world,
    actor,
    restoreConnection,
    run,
    runs,
    sendToRuns,
    choose,
    clock,
    crash,
    emitted,
    now,
    press,
    send,
    told,
    toldOverlay,
    uploaded,
  };
};
