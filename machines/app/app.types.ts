import type { Setup } from '../model/functions.ts';
import type { Locale } from '../model/locale.ts';
import type { Messages } from '../model/message.ts';
import type { TaskEnd } from '../model/task-record.ts';
import type { UserInfo } from '../model/user.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type AppInput = {
  /** path and query of the page that was opened, as in the address bar: `/de/record?x=1` */
  path: string;
  /** messages of the path's language: the page was made with them */
  messages: Messages;
};

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
  coreRejected: { recordId: string | null } | null;
  openRecordId: string | null;
  /** crashes per child; a child restarts once */
  crashes: Readonly<Record<string, number>>;
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

/** A task of this visitor ended, or never began. */
export type TaskEnded = {
  type: 'task.ended';
  end: TaskEnd;
  /** null where there is no record */
  recordId: string | null;
  /** R35: the core refused the photo */
  byCore: boolean;
  /** the visitor sees it end: its overlay is on screen */
  watched: boolean;
};

/** From other charts. */
type ChartEvent =
  | CallRejected
  /** R35 */
  | { type: 'core.rejected'; recordId: string | null }
  | { type: 'user.changed'; user: UserInfo | null }
  | { type: 'language.changed'; locale: Locale; messages: Messages }
  | TaskEnded;

/** What the root tells every chart that hears it. */
export type AppFact =
  | { type: 'setup.loaded'; setup: Setup }
  | { type: 'user.changed'; user: UserInfo | null }
  | { type: 'location.changed'; path: string }
  | TaskEnded
  | ConnectionEvent;

export type AppEvent = ScreenEvent | ChartEvent | ConnectionEvent;

declare module '../charts.ts' {
  interface ChartEvents {
    app: AppEvent;
  }
}
