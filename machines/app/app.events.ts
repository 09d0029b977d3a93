import type { Setup } from '../model/functions.ts';
import type { Locale } from '../model/locale.ts';
import type { Messages } from '../model/message.ts';
import type { TaskRecord } from '../model/task-record.ts';
import type { UserInfo } from '../model/user.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type AppInput = {
  /** path and query of the page that was opened, as in the address bar: `/de/record?x=1` */
  path: string;
  /** messages of the path's language when the page already carries them, else null */
  messages: Messages | null;
};

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
};

/** From screens. `to` is a path without language: `/record`; the root puts the language on. */
type ScreenEvent =
  | { type: 'setup.retried' }
  | { type: 'navigation.requested'; to: string; replace?: boolean }
  /** the address changed, by whomever: path and query */
  | { type: 'location.changed'; path: string }
  /** a page that has a chart of its own is on screen / has left it */
  | { type: 'page.opened'; page: 'records' }
  | { type: 'page.opened'; page: 'result'; recordId: string }
  | { type: 'page.closed'; page: 'records' | 'result' }
  | { type: 'coreRejected.dismissed' };

/** From other charts. */
type ChartEvent =
  | { type: 'call.rejected'; failure: PortFailure }
  | { type: 'core.rejected'; record: TaskRecord }
  | { type: 'user.changed'; user: UserInfo | null }
  | { type: 'language.changed'; locale: Locale }
  /** a task of this visitor ended well; `watched` when its overlay was still on screen */
  | { type: 'task.completed'; record: TaskRecord; watched: boolean };

export type AppEvent = ScreenEvent | ChartEvent | ConnectionEvent;
