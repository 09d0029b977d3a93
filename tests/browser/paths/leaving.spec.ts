import { leavingPaths } from './leaving.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(leavingPaths);
