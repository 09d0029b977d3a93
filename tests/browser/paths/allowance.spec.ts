import { allowancePaths } from './allowance.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(allowancePaths);
