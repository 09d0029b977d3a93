import { attemptPaths } from './attempt.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(attemptPaths);
