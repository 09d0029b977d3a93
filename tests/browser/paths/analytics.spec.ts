import { analyticsPaths } from './analytics.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(analyticsPaths);
