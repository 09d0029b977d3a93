import { taskPaths } from './task.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(taskPaths);
