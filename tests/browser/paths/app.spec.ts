import { appPaths } from './app.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(appPaths);
