import type { DebugConsoleContext } from '../../machines/debug-console/debug-console.types.ts';
import type { ConsoleView } from '../../machines/ports/debug-console.port.ts';
import type { Scene } from './scene.ts';

const row = (name: string, value: string, note = '') => ({ name, value, note });

const consoleRows: Record<ConsoleView, ReturnType<typeof row>[]> = {
  cookies: [row('lightwell_lang', 'de', '2 characters'), row('lightwell_guest', '…', 'hidden')],
  localStorage: [row('lightwell.campaign', '{"utm_source":"sun"}', '20 characters')],
  actors: [row('app', 'boot.ready connection.online'), row('studio', 'choosing.empty')],
  events: [row('studio', 'photo.chosen', 'checking'), row('app', 'setup.loaded', 'boot.ready')],
  calls: [row('GET /v1/entrance/setup', '200', '14 ms')],
  build: [row('run environment', 'development'), row('website', 'lightwell')],
};

const consoleViews = Object.keys(consoleRows) as ConsoleView[];

export const consoleScene: Scene = {
  chart: 'debugConsole',
  says: '',
  path: () => '/',
  shot: { element: 'debugConsole' },
  per: 'value',
  samples: {
    people: {
      'debugConsole.viewChosen': Object.fromEntries(consoleViews.map((view) => [view, { view }])),
    },
    actors: {
      watchConsole: {
        sends: ({ view }: DebugConsoleContext) => ({
          rows: {
            type: 'debugConsole.read',
            content: { kind: 'rows', rows: consoleRows[view] },
          },
          ...(view === 'cookies' && {
            nothing: { type: 'debugConsole.read', content: { kind: 'rows', rows: [] } },
          }),
          ...(view === 'actors' && {
            'not known here': { type: 'debugConsole.read', content: { kind: 'unavailable' } },
          }),
        }),
      },
    },
  },
  // Single taps are invisible, and the other ways to open the console lead to the same states.
  allows: (step) => !(step.kind === 'event' && step.event.type === 'debugConsole.tapped'),
  seen: ({ content }: DebugConsoleContext) => content,
  shows: (snapshot) =>
    snapshot.matches({ shown: { size: 'open', report: 'idle' } })
      ? [snapshot.context.view, snapshot.context.content]
      : null,
};
