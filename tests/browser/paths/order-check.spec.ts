import { orderCheckPaths } from './order-check.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(orderCheckPaths);
