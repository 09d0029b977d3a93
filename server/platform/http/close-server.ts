import type { ApiServer } from './api-server.ts';

/**
 * Time for open requests when the server stops, after the grace time of tasks. The connections of
 * these requests are then closed, so that a slow upload does not delay the stop.
 */
const answerMs = 1000;

export async function closeServer(server: ApiServer, graceMs: number): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), graceMs + answerMs);
  await server.close();
  clearTimeout(timer);
}
