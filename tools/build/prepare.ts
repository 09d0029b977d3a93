import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Prints one sentence and ends the process. */
export function stop(sentence: string): never {
  console.error(`\n${sentence}\n`);
  process.exit(1);
}

/** Runs a script of the project on this Node; ends the process with `sentence` when it fails. */
function run(script: string, env: Record<string, string>, sentence: string) {
  const result = spawnSync(process.execPath, [join(root, script)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (result.status !== 0) stop(sentence);
}

/** Converts the network weights into `models/`; quick when they are already there. */
export function ensureModels() {
  run(
    'scripts/prepare-models.ts',
    {},
    'The AI models could not be prepared. Run `npm run setup:models` to see why.',
  );
}

const buildInputs = [
  'src',
  'machines',
  'contract',
  'locales',
  'public',
  'index.html',
  'inspector.html',
  'gallery.html',
  'gallery-frame.html',
  'vite.config.ts',
  'package-lock.json',
  'scripts/build.ts',
  'tools/build',
  'tools/inspector',
  'tools/gallery',
  'tools/paths',
];

function* filesBelow(path: string): Generator<string> {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path).sort()) yield* filesBelow(join(path, entry));
}

function buildStamp(kind: string) {
  const hash = createHash('sha256').update(kind);
  for (const input of buildInputs) {
    for (const file of filesBelow(join(root, input))) {
      hash.update(relative(root, file)).update('\0').update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

/**
 * Builds `dist/` when its inputs changed since it was last built.
 * @param kind development and test builds expose the actor system; a production build does not
 */
export function ensureBuild(kind: 'development' | 'production') {
  const stampFile = join(root, 'dist', 'stamp');
  const stamp = buildStamp(kind);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Building the pages …');
  run(
    'scripts/build.ts',
    { LIGHTWELL_BUILD: kind },
    'The build failed. Run `npm run build` to see it alone.',
  );
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}
