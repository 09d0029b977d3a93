import type {
  ConsoleContent,
  DebugConsolePort,
} from '../../../machines/ports/debug-console.port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import type { PageFacts } from './console-views.ts';
import { readDebugSigns } from './read-debug-signs.ts';

const everyMs = 1000;

const loadViews = () => import('./console-views.ts');

/** Emits the content of a view when it has changed. */
function watchView(read: () => ConsoleContent, emit: (content: ConsoleContent) => void) {
  let told = '';
  const look = () => {
    const content = read();
    const text = JSON.stringify(content);
    if (text === told) return;
    told = text;
    emit(content);
  };
  look();
  const timer = setInterval(look, everyMs);
  return () => clearInterval(timer);
}

/**
 * Creates the port that provides browser storage, calls, and recorded chart events to the debug
 * console. The code behind this port loads when the console is opened for the first time.
 */
export function createDebugConsolePort(facts: PageFacts): DebugConsolePort {
  return {
    readDebugSigns: async () => readDebugSigns(facts.runEnv, document.cookie),
    watchConsole: ({ view }, emit) => {
      let stop: (() => void) | null = null;
      let isWanted = true;
      const tell = (content: ConsoleContent) => emit({ type: 'debugConsole.read', content });
      loadViews().then(
        ({ readView }) => {
          if (isWanted) stop = watchView(() => readView(view, facts), tell);
        },
        () => isWanted && tell({ kind: 'unreadable' }),
      );
      return () => {
        isWanted = false;
        stop?.();
      };
    },
    copyReport: async () => {
      try {
        const { writeReport } = await loadViews();
        await navigator.clipboard.writeText(writeReport(facts));
      } catch (cause) {
        throw new PortError({ reason: 'unsupported', call: 'copyReport' }, { cause });
      }
    },
  };
}
