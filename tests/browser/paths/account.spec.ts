import { accountPaths } from './account.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(accountPaths);
