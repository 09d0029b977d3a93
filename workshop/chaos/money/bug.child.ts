import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { bugs } from './bugs.ts';

/*
 * Runs the product with one bug. The source text is replaced while modules are loaded; the files on
 * disk do not change.
 */

const [name, runs = '60', seed = '1'] = process.argv.slice(2);
const bug = bugs.find((one) => one.name === name);
if (!bug) throw new Error(`There is no bug “${name}”.`);
const root = fileURLToPath(new URL('../../../', import.meta.url));

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const path = url.startsWith('file:') ? fileURLToPath(url).slice(root.length) : '';
    const edits = (bug.edits ?? []).filter(({ file }) => file === path);
    if (edits.length === 0) return loaded;
    let source = readFileSync(`${root}${path}`, 'utf8');
    for (const { from, to } of edits) source = source.replace(from, () => to);
    return { ...loaded, source };
  },
});

const { startHostOn } = await import('./start-host.ts');
const { runMoney } = await import('./run-money.ts');
// A missing lock shows only with several connections, so the bug runs on Postgres.
const host = await startHostOn('postgres');
if (bug.sql) await host.db.execute(sql.raw(bug.sql));
let done = 0;
for (; done < Number(runs); done += 1) {
  const { violations } = await runMoney(host, { runs: 1, seed: Number(seed) + done });
  const [first] = violations;
  if (!first) continue;
  console.log(JSON.stringify({ name, runs: done + 1, ...first }));
  break;
}
process.exitCode = done < Number(runs) ? 0 : 1;
await host.close();
process.exit();
