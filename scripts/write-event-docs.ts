import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/build/prepare.ts';
import { eventsPage } from '../tools/events/events-page.ts';

/* Writes docs/events.md from the catalogue of events; with --check fails when it is out of date. */
const file = join(root, 'docs/events.md');

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== eventsPage()) {
    console.error('docs/events.md is not what the catalogue says: npm run docs:events');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, eventsPage());
}
