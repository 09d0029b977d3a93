import type { Stage } from './browser-chart.ts';

/** Answers all held calls up to the start of a task. */
export const arrive = async ({ layer }: Stage): Promise<void> => {
  await layer.answer('requestUpload');
  await layer.answer('upload');
  await layer.asked('startTask');
};
