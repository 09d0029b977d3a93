import { walkedInBrowser } from './browser-paths.ts';
import { walkInBrowser } from './walk-in-browser.ts';

for (const spec of (await walkedInBrowser()).values()) walkInBrowser(spec);
