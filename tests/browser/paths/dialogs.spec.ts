import { dialogsPaths } from './dialogs.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(dialogsPaths);
