import path from 'node:path';
import { prepareModels } from '../server/engine/convert/prepare-models.ts';

const root = path.resolve(import.meta.dirname, '..');
const modelsDir = path.join(root, 'models');

try {
  const written = await prepareModels(modelsDir);
  const made = written.length === 0 ? 'already there' : `written: ${written.join(', ')}`;
  console.log(`Models in ${path.relative(process.cwd(), modelsDir) || '.'}: ${made}.`);
} catch (error) {
  console.error(
    `The models could not be prepared. ${error instanceof Error ? error.message : error}`,
  );
  process.exitCode = 1;
}
