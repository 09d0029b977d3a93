import { checkoutPaths } from './checkout.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(checkoutPaths);
