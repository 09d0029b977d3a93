import type { AppPorts } from '../../../machines/ports/app-ports.ts';
import { browserWatchWorld } from '../browser/watch-world.ts';
import { createApi } from './api-client.ts';
import { createHttpLog } from './http-log.ts';
import { createHttpRecords } from './http-records.ts';
import { createHttpSession } from './http-session.ts';
import { createHttpTask } from './http-task.ts';
import type { WireTable } from './wire-table.ts';

type Settings = {
  baseUrl: string;
  website: string;
  wire: WireTable;
  locale: () => string;
  token: () => string;
};

export type HttpPorts = Pick<AppPorts, 'log' | 'records' | 'session' | 'setup' | 'task'>;

/** Every port that asks the server, over one client. */
export function createHttpPorts(settings: Settings): HttpPorts {
  const api = createApi(settings);
  return {
    log: createHttpLog(api),
    records: createHttpRecords(api),
    session: createHttpSession(api),
    setup: { loadSetup: (_, signal) => api('setup', { signal }) },
    task: createHttpTask(api, { token: settings.token, world: browserWatchWorld }),
  };
}
