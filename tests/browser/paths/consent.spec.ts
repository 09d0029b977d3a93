import { consentPaths } from './consent.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(consentPaths);
