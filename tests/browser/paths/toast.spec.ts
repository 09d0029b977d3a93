import { toastPaths } from './toast.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(toastPaths);
