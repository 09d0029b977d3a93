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
  /** the page that the server sent; if absent, derived from the path */
  page?: PageName;
  /** messages of the path's language, used to render the page */
  messages: Messages;
};

export type AppContext = {
  /** language on screen, and its messages */
  locale: Locale;
  messages: Messages;
  /** the address: path with language, query and fragment */
  path: string;
  /** the page on screen; the previous page until the page of the address is ready */
  shown: PageVisit;
  /** the page of the address */
  coming: PageVisit;
  setup: Setup | null;
  user: UserInfo | null;
  /** owner of the displayed data: user id, '' for a guest, null until known */
  visitor: string | null;
  /** target of the newest navigation, localised */
  destination: { to: string; replace: boolean };
  /** R35: the record whose photo the core rejected; null after the visitor dismissed the note */
  coreRejected: { recordId: string } | null;
  /** the record whose end the visitor has seen on the page */
  seenEnd: string | null;
  /** number of crashes per child; a child restarts once */
  crashes: Readonly<Record<string, number>>;
};

/** `to` is a path without a language, such as `/record`; the root adds the language. */
export type NavigationRequested = { type: 'navigation.requested'; to: string; replace?: boolean };

/** Sent by screens. */
type ScreenEvent =
  | { type: 'setup.retried' }
  | NavigationRequested
  /** loads the page again after a failed navigation */
  | { type: 'navigation.retried' }
  /** prepares the page again after a failure */
  | { type: 'page.retried' }
  | { type: 'coreRejected.dismissed' }
  /** sent by the browser's back button; dismisses the note as well */
  | BackPressed;

/** A chart reports a failed call. `fallback` is the message to show if the failure has no code. */
export type CallRejected = { type: 'call.rejected'; failure: PortFailure; fallback?: string };

/**
 * A port reports that the server refused a call. `isSaid` is true if the chart's own screen shows
 * the refusal.
 */
export type CallRefused = { type: 'call.refused'; failure: PortFailure; isSaid: boolean };

/** A port reports a record whose photo the core rejected (R35). */
export type CoreRejected = { type: 'core.rejected'; recordId: string };

/** A task of this visitor ended, or could not be created. */
export type TaskEnded = {
  type: 'task.ended';
  end: TaskEnd;
  /** null if there is no record */
  recordId: string | null;
  /** R35: the core rejected the photo */
  byCore: boolean;
  /** the run's overlay is on screen */
  watched: boolean;
  /** true for the current run, which the studio on the home page shows */
  inHand: boolean;
};

/** The data on screen may be out of date: another tab has changed something, or time has passed. */
export type ServerChanged = { type: 'server.changed' };

/** Sent by other charts. */
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

/** Sent by one region of the root to another. */
type RegionEvent =
  /** the code and the text of the next page are loaded, or could not be loaded */
  { type: 'page.prepared' } | { type: 'page.failed' };

export type AppEvent = ScreenEvent | ChartEvent | RegionEvent | LocationChanged | ConnectionEvent;

declare module '../charts.ts' {
  interface ChartEvents {
    app: AppEvent;
  }
}
