import { languagePaths } from './language.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(languagePaths);
