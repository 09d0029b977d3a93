import { unsubscribePaths } from './unsubscribe.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(unsubscribePaths);
