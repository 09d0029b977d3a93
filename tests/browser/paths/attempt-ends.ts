import type { Stage } from './browser-chart.ts';

/** Answers what comes before the start of a task, up to the start itself. */
export const arrive = async ({ layer }: Stage): Promise<void> => {
  await layer.answer('requestUpload');
  await layer.answer('upload');
  await layer.asked('startTask');
};
