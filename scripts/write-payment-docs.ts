import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/build/prepare.ts';
import { paymentsPage } from '../tools/payments/payments-page.ts';

/* Writes docs/payments.md from the server's tables; with --check fails when it is out of date. */
const file = join(root, 'docs/payments.md');

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== paymentsPage()) {
    console.error('docs/payments.md is not what the server does: npm run docs:payments');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, paymentsPage());
}
