import { dayOrderCheckPaths } from './day-order-check.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(dayOrderCheckPaths);
