import { messageBoxPaths } from './message-box.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(messageBoxPaths);
