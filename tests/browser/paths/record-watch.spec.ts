import { recordWatchPaths } from './record-watch.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(recordWatchPaths);
