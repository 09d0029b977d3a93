import { trayPaths } from './tray.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(trayPaths);
