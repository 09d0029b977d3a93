import { resultPaths } from './result.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(resultPaths);
