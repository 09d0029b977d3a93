import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/fingerprint.ts';
import { enginePrintNow } from './engine-print.ts';

/** docs/engine-proof.json: what the engine was when all of its tests passed (0378). */
export type EngineProof = {
  engine: string;
  /** one that was written by hand has another */
  seal: string;
};

const file = join(root, 'docs', 'engine-proof.json');

export const proofOf = (engine: string): EngineProof => ({
  engine,
  seal: createHash('sha256').update(`passed in a whole run: ${engine}`).digest('hex').slice(0, 12),
});

/** Only for a whole run in which every test of Vitest has passed. */
export const keepEngineProof = (): void =>
  writeFileSync(file, `${JSON.stringify(proofOf(enginePrintNow()), null, 2)}\n`);

export const keptProof = (): EngineProof => JSON.parse(readFileSync(file, 'utf8')) as EngineProof;

/** @param engine what the engine is now */
export const proves = (kept: EngineProof, engine: string): boolean =>
  kept.engine === engine && kept.seal === proofOf(engine).seal;
