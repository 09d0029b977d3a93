import type { Engine } from '../engine/engine.port.ts';
import { presentSetup } from '../presenters/setup.presenter.ts';
import type { ApiServer } from './api-server.ts';
import { serveCall } from './call-route.ts';

export function registerEntranceRoutes(
  server: ApiServer,
  deps: { engine: Engine; settings: { retentionDays: number; taskDeadlineMs: number } },
): void {
  serveCall(server, 'setup', async () => {
    // This caller will soon choose a photo, and starting a process takes longer than making a preview.
    deps.engine.preparePreview();
    return presentSetup(deps.engine, deps.settings);
  });
}
