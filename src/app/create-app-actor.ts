import { createActor } from 'xstate';
import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import { appMachine } from '../../machines/app/app.machine.ts';
import type { Messages } from '../../machines/model/message.ts';
import type { PageName } from '../../machines/model/pages.ts';
import { runningAttribute } from '../../machines/model/running-page.ts';
import { withPorts } from '../../machines/port-actors.ts';
import { replayIntents } from '../boot/replay-intents.ts';
import type { ChartSystem } from '../machine-react/chart-system.tsx';
import '../ui/later-styles.ts';
import { createAnalyticsFeed } from './analytics-feed.ts';
import { createPorts, type PreparePage } from './create-ports.ts';
import type { DialogStore } from './dialog-store.ts';
import { hearProductEvents, logProductEvent } from './hear-product-events.ts';
import { keepUnderWay } from './keep-under-way.ts';
import { sessionCaller } from './session-caller.ts';
import { startServiceWorker } from './start-service-worker.ts';

type AppActor = ReturnType<typeof createActor<typeof appMachine>>;

type Settings = {
  config: RuntimeConfig;
  /** path, query and fragment of the opened page */
  path: string;
  /** name of the page as reported by the server */
  page: PageName;
  messages: Messages;
  preparePage: PreparePage;
  dialogs: Pick<DialogStore, 'load'>;
};

type Created = {
  root: AppActor;
  /**
   * Called when the page is shown. The charts then handle the visitor's actions in place of the
   * inline boot.
   */
  takeOver: (system: ChartSystem, shown: Promise<void>) => void;
};

/** Creates the page's only actor system: every chart with its ports. The system is not started. */
export function createAppActor(settings: Settings): Created {
  const { config, path, page, messages, preparePage, dialogs } = settings;
  const locale = () => actor.getSnapshot().context.locale;
  const caller = () => sessionCaller(actor);
  const ports = createPorts({ config, preparePage, dialogs, locale, caller });
  const log = logProductEvent(ports.log);
  const { signal } = new AbortController();
  const feed = createAnalyticsFeed({
    config,
    caller,
    locale,
    root: () => actor,
    forget: (purpose) => ports.consent.forgetTraces({ purposes: [purpose] }, signal),
    consent: () => actor.system.get('consent')?.getSnapshot(),
  });
  const actor: AppActor = createActor(withPorts(appMachine, ports), {
    id: 'app',
    systemId: 'app',
    input: { path, page, messages },
    inspect: hearProductEvents((event) => {
      log(event);
      feed.hear(event);
    }),
  });
  return {
    root: actor,
    takeOver: (system, shown) => {
      keepUnderWay(system);
      document.documentElement.setAttribute(runningAttribute, '');
      void shown.then(replayIntents).then(() => {
        feed.start(system);
        void startServiceWorker({ system, isHome: page === 'home', log: ports.log });
      });
    },
  };
}
