import type { Setup } from '../model/functions.ts';
import type { Locale } from '../model/locale.ts';
import type { Messages } from '../model/message.ts';
import type { RecordPhase } from '../model/task-record.ts';
import type { UserInfo } from '../model/user.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type AppInput = {
  /** path and query of the page that was opened, as in the address bar: `/de/record?x=1` */
  path: string;
  /** messages of the path's language: the page was made with them */
  messages: Messages;
};

/** What the root starts and keeps running, by the ids of the actors. */
export type Child =
  | 'writeLog'
  | 'toast'
  | 'debugConsole'
  | 'dialogs'
  | 'overlay'
  | 'language'
  | 'session'
  | 'task'
  | 'watchConnection'
  | 'records'
  | 'result';

/** Path, and the messages of the language on screen. */
export type AppContext = AppInput & {
  /** language on screen */
  locale: Locale;
  setup: Setup | null;
  setupFailure: PortFailure | null;
  user: UserInfo | null;
  /** where a navigation under way leads, localised */
  destination: { to: string; replace: boolean } | null;
  /** R35: the record whose photo the core refused, until it is dismissed */
  coreRejected: { recordId: string } | null;
  openRecordId: string | null;
  /** how often what has crashed did; the second time it was not begun anew */
  crashes: Readonly<Partial<Record<Child, number>>>;
};

/** From screens. `to` is a path without language: `/record`; the root puts the language on. */
type ScreenEvent =
  | { type: 'setup.retried' }
  | { type: 'navigation.requested'; to: string; replace?: boolean }
  /** the address changed, by whomever: path and query */
  | { type: 'location.changed'; path: string }
  /** a page that has a chart of its own is on screen / has left it */
  | PageOpened
  | { type: 'page.closed'; page: 'records' | 'result' }
  | { type: 'coreRejected.dismissed' };

/** Any failed call; `fallback` is the message id to show when the failure has no code. */
export type CallRejected = { type: 'call.rejected'; failure: PortFailure; fallback?: string };

export type PageOpened =
  | { type: 'page.opened'; page: 'records' }
  | { type: 'page.opened'; page: 'result'; recordId: string };

/** From other charts. */
type ChartEvent =
  | CallRejected
  /** R35 */
  | { type: 'core.rejected'; recordId: string }
  | { type: 'user.changed'; user: UserInfo | null }
  | { type: 'language.changed'; locale: Locale; messages: Messages }
  /** the task of this visitor ended; `watched` when its overlay was still on screen */
  | { type: 'task.ended'; recordId: string; phase: RecordPhase; watched: boolean };

export type AppEvent = ScreenEvent | ChartEvent | ConnectionEvent;
