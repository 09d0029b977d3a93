import { debugConsolePaths } from './debug-console.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(debugConsolePaths);
