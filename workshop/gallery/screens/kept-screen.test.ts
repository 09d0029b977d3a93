import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { accepting, keptScreen } from './kept-screen.ts';

const folder = mkdtempSync(join(tmpdir(), 'lightwell-screens-'));
afterEach(() => vi.unstubAllEnvs());

it('a missing screen fails, and only accepting writes it', () => {
  vi.stubEnv(accepting, '');
  expect(() => keptScreen(folder, 'lamp')).toThrow('There are no screens of lamp.');
  expect(existsSync(join(folder, 'lamp.txt'))).toBe(false);
  vi.stubEnv(accepting, '1');
  expect(keptScreen(folder, 'lamp')).toBe(join(folder, 'lamp.txt'));
});

it('a kept screen is compared', () => {
  vi.stubEnv(accepting, '');
  writeFileSync(join(folder, 'bulb.txt'), '');
  expect(keptScreen(folder, 'bulb')).toBe(join(folder, 'bulb.txt'));
});
