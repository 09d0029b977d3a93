import { freshnessPaths } from './freshness.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(freshnessPaths);
