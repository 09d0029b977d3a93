import { subscriptionPaths } from './subscription.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(subscriptionPaths);
