import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type BuildKind, currentBuild } from '../../server/platform/process/process-build.ts';
import { removeUnusedBuilds, reuseBuild } from '../../server/platform/process/stored-builds.ts';
import { fingerprintOf, root } from './fingerprint.ts';

export { root } from './fingerprint.ts';

/** Prints a sentence and ends the process. */
export function stop(sentence: string): never {
  console.error(`\n${sentence}\n`);
  process.exit(1);
}

/**
 * Runs a script of the project on this Node. If it fails, prints `sentence` and ends the process.
 */
function run(script: string, env: Record<string, string>, sentence: string) {
  const result = spawnSync(process.execPath, [join(root, script)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (result.status !== 0) stop(sentence);
}

/** Builds the AI networks that are missing in `models/built/`. */
export function ensureModels() {
  run(
    'models/src/build.ts',
    {},
    'The AI models could not be built. Run `npm run build -w models` to see why.',
  );
}

export const dist = join(root, 'dist');

/**
 * Makes sure that the current build of this kind has the current sources. Removes unused builds.
 * @param kind development and test builds expose the actor system; a production build does not
 * @returns the folder of the build
 */
export function ensureBuild(kind: BuildKind): string {
  const fingerprint = fingerprintOf(kind);
  if (!reuseBuild(dist, kind, fingerprint)) {
    console.log('Building the pages …');
    run(
      'scripts/build.ts',
      { LIGHTWELL_BUILD: kind },
      'The build failed. Run `npm run build` to see its output.',
    );
  }
  removeUnusedBuilds(dist);
  return (
    currentBuild(dist, kind) ??
    stop('Another process removed the build. Run the same command again.')
  );
}
