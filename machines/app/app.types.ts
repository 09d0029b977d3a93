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
  /** name of the page that the server sent; if absent, the name is derived from the path */
  page?: PageName;
  /** messages of the path's language, used to render the page */
  messages: Messages;
};

export type AppContext = {
  /** `locale` is the language on screen; `messages` are the messages in that language */
  locale: Locale;
  messages: Messages;
  /** the browser's address: path with language, query and fragment */
  path: string;
  /** the page on screen; during navigation, this is still the previous page */
  shown: PageVisit;
  /** the page of the browser's address */
  coming: PageVisit;
  setup: Setup | null;
  user: UserInfo | null;
  /** owner of the displayed data: a user's id, '' for a guest, null until the visitor is known */
  visitor: string | null;
  /** target of the newest navigation; `to` contains the language */
  destination: { to: string; replace: boolean };
  /**
   * the record whose photo the core rejected (R35); null after the visitor has dismissed the note
   */
  coreRejected: { recordId: string } | null;
  /** the record whose end the visitor has seen on the page */
  seenEnd: string | null;
  /** number of crashes by child; each child is restarted once */
  crashes: Readonly<Record<string, number>>;
};

/** `to` is a path without a language, such as `/record`; the root adds the language. */
export type NavigationRequested = { type: 'navigation.requested'; to: string; replace?: boolean };

/** Sent by screens. */
type ScreenEvent =
  | { type: 'setup.retried' }
  | NavigationRequested
  /** loads the requested page again after a failed navigation */
  | { type: 'navigation.retried' }
  /** prepares the page on screen again after a failure */
  | { type: 'page.retried' }
  | { type: 'coreRejected.dismissed' }
  /** the browser's back button was pressed, which also dismisses the note */
  | BackPressed;

/** A chart reports a failed call. `fallback` is the message to show if the failure has no code. */
export type CallRejected = { type: 'call.rejected'; failure: PortFailure; fallback?: string };

/**
 * A port reports that the server refused a call. `isSaid` is true if the calling chart shows the
 * refusal on its own screen.
 */
export type CallRefused = {
  type: 'call.refused';
  failure: PortFailure;
  isSaid: boolean;
  /** key of the visitor's own picture in the options of the call, if there is one */
  fileKey?: string;
};

/** A port reports a record whose photo the core rejected (R35). */
export type CoreRejected = { type: 'core.rejected'; recordId: string };

/** A task of this visitor ended, or could not be created. */
export type TaskEnded = {
  type: 'task.ended';
  end: TaskEnd;
  /** null if the server has no record of the task */
  recordId: string | null;
  /** true if the core rejected the photo (R35) */
  byCore: boolean;
  /** true if the overlay of this run was on screen when the task ended */
  watched: boolean;
  /** true for the current run, which the studio on the home page shows */
  inHand: boolean;
  /** true for a run of the batch; the home page lists how these runs ended */
  isOfBatch: boolean;
};

/**
 * The data on screen may be out of date, because another tab has changed data or time has passed.
 */
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

/** Events that one region of the root sends to another region. */
type RegionEvent =
  /** the code and the text of the next page are loaded, or could not be loaded */
  { type: 'page.prepared' } | { type: 'page.failed' };

export type AppEvent = ScreenEvent | ChartEvent | RegionEvent | LocationChanged | ConnectionEvent;

declare module '../charts.ts' {
  interface ChartEvents {
    app: AppEvent;
  }
}
