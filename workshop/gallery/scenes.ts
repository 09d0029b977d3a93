import { batchScenes } from './batch-scenes.ts';
import { consoleScene } from './console-scene.ts';
import { dialogScenes } from './dialog-scenes.ts';
import { pageScenes } from './page-scenes.ts';
import { planScenes } from './plan-scenes.ts';
import { previewScenes } from './preview-scenes.ts';
import { runsScenes } from './runs-scenes.ts';
import type { Scene } from './scene.ts';
import { shellScenes } from './shell-scenes.ts';
import { studioScenes } from './studio-scenes.ts';

/** Scenes of all charts, in the order of the gallery. */
export const scenes: readonly Scene[] = [
  ...studioScenes,
  ...runsScenes,
  ...batchScenes,
  ...previewScenes,
  ...pageScenes,
  ...dialogScenes,
  ...planScenes,
  ...shellScenes,
  consoleScene,
];
