import { consoleScene } from './console-scene.ts';
import { dialogScenes } from './dialog-scenes.ts';
import { pageScenes } from './page-scenes.ts';
import type { Scene } from './scene.ts';
import { shellScenes } from './shell-scenes.ts';
import { taskScenes } from './task-scenes.ts';

/** How each chart is shown, in the order of the gallery. */
export const scenes: readonly Scene[] = [
  ...taskScenes,
  ...pageScenes,
  ...dialogScenes,
  ...shellScenes,
  consoleScene,
];

/** Charts that are on no screen, with the reason. */
export const offScreen: Readonly<Record<string, string>> = {
  taskRecord: 'the life of a task on the server; the screens of it are those of task and result',
};
