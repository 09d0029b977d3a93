import type { OpenDatabase } from '../database/database.ts';
import type { Bus } from './bus.port.ts';
import { createMemoryBus } from './memory-bus.ts';
import { openPostgresBus } from './postgres-bus.ts';

/** Opens the bus of a database. The embedded database has only one process. */
export async function openBus(
  source: OpenDatabase['source'],
  onError: (error: unknown) => void,
): Promise<Bus> {
  return source.kind === 'embedded'
    ? createMemoryBus(onError)
    : await openPostgresBus(source.url, onError);
}
