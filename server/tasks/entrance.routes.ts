import type { Engine } from '../engine/engine.port.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import { serveCall } from '../platform/http/call-route.ts';
import { presentSetup, type SetupSettings } from './setup.presenter.ts';

export function registerEntranceRoutes(
  server: ApiServer,
  deps: { engine: Engine; settings: SetupSettings },
): void {
  serveCall(server, 'setup', async () => {
    // This visitor will soon choose a photo. The preview process is started now, because starting
    // it takes longer than making a preview.
    deps.engine.preparePreview();
    return presentSetup(deps.engine, deps.settings);
  });
}
