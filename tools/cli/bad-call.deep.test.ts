import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const call = (script: string, args: string[], env: Record<string, string> = {}) => {
  const file = fileURLToPath(new URL(`../../${script}`, import.meta.url));
  return spawnSync(process.execPath, [file, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
};

describe('a bad call', () => {
  it.each([
    ['workshop/paths/paths.ts', ['--bogus'], "Unknown option '--bogus'", 'npm run paths '],
    [
      'workshop/mutants/test-mutants.ts',
      ['--bogus'],
      "Unknown option '--bogus'",
      'npm run mutants -w workshop/mutants ',
    ],
    [
      'workshop/mutants/test-mutants.ts',
      ['--group', 'x'],
      '--group takes machines, features, domain',
      'npm run mutants -w workshop/mutants ',
    ],
    [
      'workshop/mutants/test-mutants.ts',
      ['--runs', '-3'],
      '--runs takes a whole number above 0, not “-3”',
      'npm run mutants -w workshop/mutants ',
    ],
    [
      'workshop/paths/coverage-charts.ts',
      ['--bogus'],
      "Unknown option '--bogus'",
      'npm run coverage -w workshop/paths ',
    ],
    ['scripts/test.ts', ['--bogus'], "Unknown option '--bogus'", 'npm test '],
    ['scripts/test.ts', ['server'], "Unexpected argument 'server'", 'npm test '],
    [
      'workshop/paths/coverage-charts.ts',
      ['studio'],
      "Unexpected argument 'studio'",
      'npm run coverage -w workshop/paths ',
    ],
  ])('of %s with %j prints a sentence and the usage', (script, args, sentence, usage) => {
    const { status, stderr } = call(script, args);
    expect(stderr).toContain(sentence);
    expect(stderr).toContain(usage);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(status).toBe(2);
  });

  it('is to accept screens under CI, where they would not be reviewed', () => {
    const { status, stderr } = call('workshop/gallery/accept-screens.ts', [], { CI: 'true' });
    expect(stderr).toContain('nothing is written under CI');
    expect(status).toBe(2);
  });
});
