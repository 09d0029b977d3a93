import { overlayPaths } from './overlay.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(overlayPaths);
