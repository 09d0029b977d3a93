import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chartIds, dialogKinds, loadDialogChart } from '../../machines/app/children.derived.ts';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';

const root = join(import.meta.dirname, '../..');

const isDescriptor = (value: unknown): value is ChartDescriptor =>
  typeof value === 'object' && value !== null && 'machine' in value && 'reads' in value;

type Found = { file: string; model: ChartDescriptor };

async function readDescriptors(): Promise<Found[]> {
  const files = globSync('machines/**/*.descriptor.ts', { cwd: root }).sort();
  const modules = await Promise.all(
    files.map(async (file) => ({
      file,
      module: await import(pathToFileURL(join(root, file)).href),
    })),
  );
  return modules.flatMap(({ file, module }) =>
    Object.values(module as object)
      .filter(isDescriptor)
      .map((model) => ({ file, model })),
  );
}

/* The root, then the charts of the table, then the charts that these start. */
const order: readonly string[] = ['app', ...chartIds];
const placeOf = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);

const found = (await readDescriptors())
  .map(({ file, model }) => ({ id: model.machine.id, file, model }))
  .sort((a, b) => placeOf(a.id) - placeOf(b.id));

/** Every chart with a descriptor (`x.descriptor.ts`), by id. */
export const charts: Readonly<Record<string, ChartDescriptor>> = Object.fromEntries(
  found.map(({ id, model }) => [id, model]),
);

/** Paths of the descriptors, relative to the repository's root. */
export const descriptorFiles: Readonly<Record<string, string>> = Object.fromEntries(
  found.map(({ id, file }) => [id, file]),
);

const dialogs = await Promise.all(
  dialogKinds.map(async (kind) => ({ kind, machineId: (await loadDialogChart(kind)).id })),
);

/** Dialogs that receive events only from their own screen. */
const screenOnly = dialogs
  .filter(({ machineId }) => charts[machineId]?.charts === undefined)
  .map(({ kind }): string => kind);

/** The systemIds to which a chart may send events. */
export const neighbours: readonly string[] = [
  ...new Set([...Object.keys(charts), ...chartIds]),
].filter((id) => !screenOnly.includes(id));
