import { accountChangePaths } from './account-change.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(accountChangePaths);
