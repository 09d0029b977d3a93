import { statePath } from '../../../machines/model/state-path.ts';
import type {
  ConsoleContent,
  ConsoleRow,
  ConsoleView,
} from '../../../machines/ports/debug-console.port.ts';
import { currentTap } from '../../devtools/current-tap.ts';
import { hidden, hideInText, withoutSecrets } from '../../devtools/wire/without-secrets.ts';
import { readQueueStatus } from '../analytics/queue-status.ts';

/** Data about the page, provided by the composition root. */
export type PageFacts = {
  runEnv: 'development' | 'test' | 'production';
  build: string;
  /** the browser's part of the runtime configuration */
  config: Readonly<Record<string, unknown>>;
};

const own = 'debugConsole';
const mostEvents = 100;
const mostCalls = 50;
const mostText = 300;

const row = (name: string, value: string, note = ''): ConsoleRow => ({ name, value, note });

const show = (value: unknown, name = ''): string => {
  const plain = withoutSecrets(value, name);
  return typeof plain === 'string' ? plain : JSON.stringify(plain);
};

const shorten = (text: string) =>
  text.length > mostText ? `${text.slice(0, mostText)}… (${text.length} characters)` : text;

/**
 * Returns a stored text for display. Stored texts are often JSON. A secret is recognised by the
 * name of its property.
 */
function showStored(text: string, name: string): string {
  try {
    return show(JSON.parse(text), name);
  } catch {
    return show(text, name);
  }
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const readCookies = (): ConsoleRow[] =>
  document.cookie
    .split('; ')
    .filter((cookie) => cookie !== '')
    .map((cookie) => {
      const [name = '', ...value] = cookie.split('=');
      const text = decode(value.join('='));
      return row(name, showStored(text, name), `${text.length} characters`);
    });

const readStorage = (): ConsoleRow[] =>
  Object.entries({ ...localStorage }).map(([name, value]) =>
    row(name, showStored(String(value), name), `${String(value).length} characters`),
  );

const isOwnActor = ({ systemId, parent }: { systemId: string | null; parent: unknown }): boolean =>
  systemId === own || (parent as { systemId?: string | null } | null)?.systemId === own;

/** Returns the state of the analytics queue, which production builds show as well. */
function readQueue(): ConsoleRow[] {
  const queue = readQueueStatus();
  if (!queue) return [];
  const { state, queued, inFlight, waitingUntil, dropped, outlivesPage } = queue;
  const reasons = Object.entries(dropped).map(([reason, count]) => `${reason} ${count}`);
  const until = waitingUntil === null ? 'not waiting' : new Date(waitingUntil).toISOString();
  return [
    row('analytics queue', `${queued} queued, ${inFlight} in flight`, state),
    row('analytics waits until', until),
    row('analytics dropped', reasons.join(', ') || 'nothing'),
    row('analytics events', outlivesPage ? 'outlive the page' : 'live as long as the page'),
  ];
}

function readActors(): ConsoleRow[] | null {
  const queue = readQueue();
  const charts = readCharts();
  return charts || queue.length > 0 ? [...(charts ?? []), ...queue] : null;
}

const readCharts = (): ConsoleRow[] | null =>
  currentTap()
    ?.actors()
    .filter((actor) => actor.status === 'active' && actor.value !== null)
    .map((actor) =>
      row(actor.systemId ?? actor.id, statePath(actor.value as never), actor.status),
    ) ?? null;

const readEvents = (): ConsoleRow[] | null =>
  currentTap()
    ?.entries()
    .filter(({ actor }) => actor.value !== null && !isOwnActor(actor))
    .slice(-mostEvents)
    .reverse()
    .map(({ event: { type, ...payload }, actor, at, count }) =>
      row(
        `${type}${count > 1 ? ` × ${count}` : ''}`,
        Object.keys(payload).length === 0 ? '' : shorten(show(payload)),
        `${(at / 1000).toFixed(2)} s → ${actor.systemId ?? actor.id}`,
      ),
    ) ?? null;

const isCall = ({ initiatorType }: PerformanceResourceTiming) =>
  initiatorType === 'fetch' || initiatorType === 'xmlhttprequest';

const readCalls = (): ConsoleRow[] =>
  (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(isCall)
    .slice(-mostCalls)
    .reverse()
    .map((call) => {
      const { pathname, search } = new URL(call.name);
      const status = call.responseStatus > 0 ? String(call.responseStatus) : 'no answer';
      const note = `${(call.startTime / 1000).toFixed(2)} s, took ${Math.round(call.duration)} ms`;
      return row(hideInText(`${pathname}${search}`), status, note);
    });

const readBuild = ({ runEnv, build, config }: PageFacts): ConsoleRow[] => [
  row('build', build),
  row('run environment', runEnv),
  row('page', hideInText(`${location.pathname}${location.search}`)),
  row('language', document.documentElement.lang),
  row('browser', navigator.userAgent),
  row('screen', `${innerWidth} × ${innerHeight} at ${devicePixelRatio}`),
  row('online', String(navigator.onLine)),
  ...Object.entries(config).map(([name, value]) => row(`config ${name}`, show(value, name))),
];

const contentOf = (rows: ConsoleRow[] | null): ConsoleContent =>
  rows ? { kind: 'rows', rows } : { kind: 'unavailable' };

const readers: Record<ConsoleView, (facts: PageFacts) => ConsoleRow[] | null> = {
  cookies: readCookies,
  localStorage: readStorage,
  actors: readActors,
  events: readEvents,
  calls: readCalls,
  build: readBuild,
};

/** Returns the current content of a view, without secrets. */
export function readView(view: ConsoleView, facts: PageFacts): ConsoleContent {
  try {
    return contentOf(readers[view](facts));
  } catch {
    // a browser that blocks storage throws when storage is accessed
    return { kind: 'unreadable' };
  }
}

const titles: Record<ConsoleView, string> = {
  build: 'Build and configuration',
  actors: 'Actors',
  events: 'Last events, newest first',
  calls: 'Last calls, newest first',
  cookies: 'Cookies (values left out)',
  localStorage: 'Local storage (values left out)',
};

const notRead = {
  unavailable: 'not known in this build',
  unreadable: 'this browser does not let the page read it',
};

/**
 * True for views whose values are not part of a report. Stored values are private, and their names
 * and sizes are enough to find a fault.
 */
const isPrivate = (view: ConsoleView) => view === 'cookies' || view === 'localStorage';

function reportPart(view: ConsoleView, facts: PageFacts): string {
  const content = readView(view, facts);
  if (content.kind !== 'rows') return `## ${titles[view]}\n\n${notRead[content.kind]}`;
  const lines = content.rows
    .slice(0, 40)
    .map(({ name, value, note }) =>
      [name, isPrivate(view) ? hidden('value') : value, note].filter(Boolean).join(' | '),
    );
  return `## ${titles[view]}\n\n${lines.join('\n') || 'none'}`;
}

/** Returns the content of the console as text for a bug report, without personal data. */
export function writeReport(facts: PageFacts): string {
  const parts = (Object.keys(titles) as ConsoleView[]).map((view) => reportPart(view, facts));
  return `# Bug report, ${new Date().toISOString()}\n\n${parts.join('\n\n')}\n`;
}
