import type { Engine } from '../engine/engine.port.ts';
import { presentSetup } from '../presenters/setup.presenter.ts';
import type { ApiServer } from './api-server.ts';
import { serveCall } from './call-route.ts';

export function registerEntranceRoutes(
  server: ApiServer,
  deps: { engine: Engine; settings: { retentionDays: number; taskDeadlineMs: number } },
): void {
  serveCall(server, 'setup', async () => {
    // Whoever asks this is about to choose a photo, and a process takes longer to start than to look.
    deps.engine.preparePreview();
    return presentSetup(deps.engine, deps.settings);
  });
}
