import { SimulatedClock } from 'xstate';
import type { OfferedFunction } from '../../model/functions.ts';
import { withPorts } from '../../port-actors.ts';
import { aPhoto, createStudioPorts, type StudioAnswers } from '../../testing/studio-ports.ts';
import { offeredFunction } from '../../testing/studio-samples.ts';
import { chartRef, settle, startAmongOthers } from '../../testing/test-system.ts';
import { previewMachine } from '../preview.machine.ts';
import { selectPreviewStage } from '../preview.selectors.ts';

export const crop = { of: 'crop', side: 128 } as const;
export const fast = offeredFunction('upscale-2x-fast', { preview: crop });
export const enhance = offeredFunction('enhance', { preview: { of: 'whole', side: 384 } });
export const lull = 180;
export const rest = 400;

/** Starts the chart with ports that give these answers. */
export const startPreview = (answers: StudioAnswers = {}) => {
  const world = createStudioPorts(answers);
  const clock = new SimulatedClock();
  const logic = withPorts(previewMachine, world.ports);
  const { root, told } = startAmongOthers('preview', logic, { clock });
  const actor = chartRef(root.system, 'preview');
  if (!actor) throw new Error('The chart did not start');
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settle();
  };
  return {
    ...world,
    told,
    send,
    request: (offered: OfferedFunction, options = {}, photo = aPhoto()) =>
      send({ type: 'preview.requested', photo, offered, options }),
    pass: async (ms: number) => {
      clock.increment(ms);
      await settle();
    },
    now: () => actor.getSnapshot(),
    stage: () => selectPreviewStage(actor.getSnapshot()),
    /** returns the codes of the functions for which a preview was requested, in order */
    codes: () =>
      world
        .calls('previewFunction')
        .map(({ input }) => Reflect.get(input as object, 'functionCode')),
  };
};
