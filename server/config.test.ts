import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const problemsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
};

test('needs no variable at all', () => {
  expect(readConfig({})).toMatchObject({
    port: 8787,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:8787',
    guestDailyCredits: 20,
    product: 'Lightwell',
    logLevel: 'info',
  });
});

test('lists every problem at once', () => {
  const problems = problemsOf({
    PORT: '99999',
    RUN_ENV: 'staging',
    DATABASE_URL: 'mysql://x',
    SUPPORT_EMAIL: 'nobody',
    STORAGE_SECRET: 'short',
  });
  expect(problems.map((problem) => problem.split(':')[0])).toEqual([
    'PORT',
    'RUN_ENV',
    'DATABASE_URL',
    'STORAGE_SECRET',
    'SUPPORT_EMAIL',
  ]);
});

test('an empty value counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(8787);
});

test('the example file runs as it is and shows every default', () => {
  const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
  const variables = parseEnv(example) as Record<string, string>;
  expect(readConfig(variables)).toEqual(readConfig({}));
  const source = readFileSync(new URL('./config.ts', import.meta.url), 'utf8');
  const known = [...source.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name);
  expect(Object.keys(variables).sort()).toEqual(known.sort());
});

test('refuses to keep tasks for a shorter time than they may take', () => {
  const keeping = (minutes: number) =>
    readConfig({ RETENTION_DAYS: '1', TASK_DEADLINE_MINUTES: String(minutes) });
  expect(() => keeping(1441)).toThrow('RETENTION_DAYS: ');
  expect(keeping(1440).taskDeadlineMs).toBe(86_400_000);
});
