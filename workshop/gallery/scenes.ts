import { consoleScene } from './console-scene.ts';
import { dialogScenes } from './dialog-scenes.ts';
import { firstLightScenes } from './first-light-scenes.ts';
import { pageScenes } from './page-scenes.ts';
import { planScenes } from './plan-scenes.ts';
import type { Scene } from './scene.ts';
import { shellScenes } from './shell-scenes.ts';
import { trayScenes } from './tray-scenes.ts';

/** Scenes of all charts, in the order of the gallery. */
export const scenes: readonly Scene[] = [
  ...trayScenes,
  ...firstLightScenes,
  ...pageScenes,
  ...dialogScenes,
  ...planScenes,
  ...shellScenes,
  consoleScene,
];
