import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { withReach } from './reach.ts';

/* The suites of tests, on sources that are changed while they are loaded. Nothing is written to a source file. */

type Rewrite = (file: string, text: string) => string;

const rewriting = (root: string, rewrite: Rewrite): Plugin => ({
  name: 'lightwell:mutants',
  enforce: 'pre',
  transform: (text, id) => {
    const file = relative(root, id.split('?')[0] ?? id).replaceAll('\\', '/');
    return file.startsWith('..') ? null : { code: rewrite(file, text), map: null };
  },
});

const silent = { onInit() {} };

type Running = {
  root: string;
  rewrite: Rewrite;
  setupFiles?: string[];
  workers: number;
  /** of tests and hooks: a mutant makes them wait for what never comes */
  timeouts?: { testTimeout: number; hookTimeout: number };
};

export const openVitest = async ({
  root,
  rewrite,
  setupFiles = [],
  workers,
  timeouts,
}: Running): Promise<Vitest> => {
  const vitest = await createVitest(
    {
      root,
      project: ['unit'],
      watch: false,
      run: true,
      maxWorkers: workers,
      reporters: [silent],
      ...timeouts,
    },
    { plugins: [rewriting(root, rewrite)], test: { setupFiles } } as never,
  );
  await vitest.standalone();
  return vitest;
};

export const rewriteWithReach =
  (files: ReadonlySet<string>): Rewrite =>
  (file, text) =>
    files.has(file) ? withReach(file, text) : text;

export const failureIn = (modules: readonly TestModule[]): string | null => {
  for (const module of modules) {
    if (module.state() !== 'failed') continue;
    for (const test of module.children.allTests('failed')) return test.fullName;
    return module.relativeModuleId;
  }
  return null;
};
