import { contactPaths } from './contact.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(contactPaths);
