import { keeperPaths } from './keeper.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(keeperPaths);
