import type { Setup } from '../model/functions.ts';
import type { Locale } from '../model/locale.ts';
import type { Messages } from '../model/message.ts';
import type { PageName, PageVisit } from '../model/pages.ts';
import type { TaskEnd } from '../model/task-record.ts';
import type { UserInfo } from '../model/user.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { BackPressed, LocationChanged } from '../ports/navigation.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type AppInput = {
  /** path, query and fragment of the page that was opened: `/de/record?x=1` */
  path: string;
  /** what the server says that it is; without it the path tells */
  page?: PageName;
  /** messages of the path's language: the page was made with them */
  messages: Messages;
};

export type AppContext = {
  /** language on screen, and its messages */
  locale: Locale;
  messages: Messages;
  /** the address: path with language, query and fragment */
  path: string;
  /** the page on screen: that of the address, or the one before while that is being prepared */
  shown: PageVisit;
  /** the page of the address */
  coming: PageVisit;
  setup: Setup | null;
  user: UserInfo | null;
  /** whose things the page on screen shows: a user's id, empty for a guest; null while nobody knows */
  visitor: string | null;
  /** where the newest navigation leads, localised */
  destination: { to: string; replace: boolean };
  /** R35: the record whose photo the core refused, until it is dismissed */
  coreRejected: { recordId: string } | null;
  /** the record whose end the visitor has seen on the page */
  seenEnd: string | null;
  /** crashes per child; a child restarts once */
  crashes: Readonly<Record<string, number>>;
};

/** `to` is a path without language: `/record`; the root puts the language on. */
export type NavigationRequested = { type: 'navigation.requested'; to: string; replace?: boolean };

/** From screens. */
type ScreenEvent =
  | { type: 'setup.retried' }
  | NavigationRequested
  /** after the page that it leads to could not be loaded */
  | { type: 'navigation.retried' }
  /** after a page could not be prepared */
  | { type: 'page.retried' }
  | { type: 'coreRejected.dismissed' }
  /** the same, by the browser's back */
  | BackPressed;

/** From a chart: its call failed. `fallback` is the message id to show when the failure has no code. */
export type CallRejected = { type: 'call.rejected'; failure: PortFailure; fallback?: string };

/** From a port: the server answered a call with a code. `isSaid`: the asking chart's screen says it. */
export type CallRefused = { type: 'call.refused'; failure: PortFailure; isSaid: boolean };

/** From a port: the server answered a call with a record whose photo the core rejected (R35). */
export type CoreRejected = { type: 'core.rejected'; recordId: string };

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
  /** it lies on the tray: the studio on the home page shows how it ended */
  inHand: boolean;
};

/** What the charts show may be out of date: another tab has changed something, or time has passed. */
export type ServerChanged = { type: 'server.changed' };

/** From other charts. */
type ChartEvent =
  | CallRejected
  | CallRefused
  | CoreRejected
  | { type: 'user.changed'; user: UserInfo | null }
  | { type: 'language.changed'; locale: Locale; messages: Messages }
  | ServerChanged
  | TaskEnded;

/** What the root tells every chart that hears it. */
export type AppFact =
  | { type: 'setup.loaded'; setup: Setup }
  | { type: 'user.changed'; user: UserInfo | null }
  | LocationChanged
  | TaskEnded
  | ServerChanged
  | ConnectionEvent;

/** From one region of the root to another. */
type RegionEvent =
  /** the code and the text of the coming page are here, or cannot be had */
  { type: 'page.prepared' } | { type: 'page.failed' };

export type AppEvent = ScreenEvent | ChartEvent | RegionEvent | LocationChanged | ConnectionEvent;

declare module '../charts.ts' {
  interface ChartEvents {
    app: AppEvent;
  }
}
