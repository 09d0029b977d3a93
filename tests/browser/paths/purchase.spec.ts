import { purchasePaths } from './purchase.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(purchasePaths);
