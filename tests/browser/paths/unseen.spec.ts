import { unseenPaths } from './unseen.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(unseenPaths);
