import { signInPaths } from './sign-in.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(signInPaths);
