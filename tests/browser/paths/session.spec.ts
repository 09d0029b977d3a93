import { sessionPaths } from './session.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(sessionPaths);
