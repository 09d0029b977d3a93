import { firstLightPaths } from './first-light.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(firstLightPaths);
