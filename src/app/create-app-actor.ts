import { createActor } from 'xstate';
import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import { provideApp } from '../../machines/app/provide-app.ts';
import type { Messages } from '../../machines/model/message.ts';
import { createPorts } from './create-ports.ts';

type AppActor = ReturnType<typeof createActor<ReturnType<typeof provideApp>>>;

type Settings = {
  config: RuntimeConfig;
  /** path and query of the opened page */
  path: string;
  messages: Messages;
  /** loads what the page at a path needs */
  preparePage: (path: string) => Promise<void>;
};

/** The one actor system of the page, not yet started: every chart with the ports put in. */
export function createAppActor({ config, path, messages, preparePage }: Settings): AppActor {
  const locale = () => actor.getSnapshot().context.locale;
  const ports = createPorts({ config, preparePage, locale });
  const actor: AppActor = createActor(provideApp(ports), {
    id: 'app',
    systemId: 'app',
    input: { path, messages },
  });
  return actor;
}
