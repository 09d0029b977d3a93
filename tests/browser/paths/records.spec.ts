import { recordsPaths } from './records.paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

walkInBrowser(recordsPaths);
