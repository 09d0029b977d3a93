import { regionFinderPaths } from './region-finder.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(regionFinderPaths);
