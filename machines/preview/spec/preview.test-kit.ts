import { SimulatedClock } from 'xstate';
import type { OfferedFunction } from '../../model/functions.ts';
import { startWithStudioPorts } from '../../testing/start-with-studio-ports.ts';
import { aPhoto, type StudioAnswers } from '../../testing/studio-ports.ts';
import { offeredFunction } from '../../testing/studio-samples.ts';
import { settle } from '../../testing/test-system.ts';
import { previewMachine } from '../preview.machine.ts';
import { selectPreviewStage } from '../preview.selectors.ts';

export const crop = { of: 'crop', side: 128 } as const;
export const fast = offeredFunction('upscale-2x-fast', { preview: crop });
export const enhance = offeredFunction('enhance', { preview: { of: 'whole', side: 384 } });
export const lull = 180;
export const rest = 400;

/** Starts the chart with ports that give these answers. */
export const startPreview = (answers: StudioAnswers = {}) => {
  const clock = new SimulatedClock();
  const chart = startWithStudioPorts('preview', previewMachine, { clock, ...answers });
  return {
    ...chart,
    request: (offered: OfferedFunction, options = {}, photo = aPhoto()) =>
      chart.send({ type: 'preview.requested', photo, offered, options }),
    pass: async (ms: number) => {
      clock.increment(ms);
      await settle();
    },
    stage: () => selectPreviewStage(chart.now()),
    /** returns the codes of the functions for which a preview was requested, in order */
    codes: () =>
      chart
        .calls('previewFunction')
        .map(({ input }) => Reflect.get(input as object, 'functionCode')),
  };
};
