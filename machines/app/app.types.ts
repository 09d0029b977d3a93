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
  /** path, query and fragment of the opened page: `/de/record?x=1` */
  path: string;
  /** the page that the server has sent; if absent, derived from the path */
  page?: PageName;
  /** messages of the path's language, with which the page was rendered */
  messages: Messages;
};

export type AppContext = {
  /** language on screen, and its messages */
  locale: Locale;
  messages: Messages;
  /** the address: path with language, query and fragment */
  path: string;
  /** the page on screen: that of the address, or the previous one while that is being prepared */
  shown: PageVisit;
  /** the page of the address */
  coming: PageVisit;
  setup: Setup | null;
  user: UserInfo | null;
  /** owner of the displayed data: user id, '' for a guest, null until known */
  visitor: string | null;
  /** target of the newest navigation, localised */
  destination: { to: string; replace: boolean };
  /** R35: the record whose photo the core rejected, until it is dismissed */
  coreRejected: { recordId: string } | null;
  /** the record whose end the visitor has seen on the page */
  seenEnd: string | null;
  /** crashes per child; a child restarts once */
  crashes: Readonly<Record<string, number>>;
};

/** `to` is a path without language: `/record`; the root adds the language. */
export type NavigationRequested = { type: 'navigation.requested'; to: string; replace?: boolean };

/** From screens. */
type ScreenEvent =
  | { type: 'setup.retried' }
  | NavigationRequested
  /** after the page of a navigation could not be loaded */
  | { type: 'navigation.retried' }
  /** after a page could not be prepared: tries again */
  | { type: 'page.retried' }
  | { type: 'coreRejected.dismissed' }
  /** the same, by the browser's back button */
  | BackPressed;

/** From a chart: its call failed. `fallback` is the message id to show if the failure has no code. */
export type CallRejected = { type: 'call.rejected'; failure: PortFailure; fallback?: string };

/**
 * From a port: the server answered a call with an error code. `isSaid`: the calling chart's screen shows it.
 */
export type CallRefused = { type: 'call.refused'; failure: PortFailure; isSaid: boolean };

/** From a port: the server answered a call with a record whose photo the core rejected (R35). */
export type CoreRejected = { type: 'core.rejected'; recordId: string };

/** A task of this visitor ended, or never started. */
export type TaskEnded = {
  type: 'task.ended';
  end: TaskEnd;
  /** null if there is no record */
  recordId: string | null;
  /** R35: the core rejected the photo */
  byCore: boolean;
  /** the overlay of the run is on screen */
  watched: boolean;
  /** true for the current run, whose end the studio on the home page shows */
  inHand: boolean;
};

/** Displayed data may be out of date: another tab has changed something, or time has passed. */
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

/** Events that the root sends to every chart that handles them. */
export type AppFact =
  | { type: 'setup.loaded'; setup: Setup }
  | { type: 'user.changed'; user: UserInfo | null }
  | LocationChanged
  | TaskEnded
  | ServerChanged
  | ConnectionEvent;

/** From one region of the root to another. */
type RegionEvent =
  /** the code and the text of the coming page are loaded, or could not be loaded */
  { type: 'page.prepared' } | { type: 'page.failed' };

export type AppEvent = ScreenEvent | ChartEvent | RegionEvent | LocationChanged | ConnectionEvent;

declare module '../charts.ts' {
  interface ChartEvents {
    app: AppEvent;
  }
}
