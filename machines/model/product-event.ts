import type { Currency } from './money.ts';

/**
 * The product events that charts emit (R54). Charts do not depend on the receivers of the events.
 * Values are short, because they are sent as log parameters.
 */
export type ProductEvent =
  | { type: 'page.viewed'; page: string }
  /** a new language is on screen */
  | { type: 'language.changed'; locale: string }
  | { type: 'dialog.opened'; dialog: string }
  | { type: 'dialog.answered'; dialog: string; answer: string }
  | { type: 'record.deleted' }
  /** `function` is the code of the function that made the result */
  | { type: 'result.downloaded'; function: string | null }
  | { type: 'photo.chosen'; source: 'file' | 'kept' | 'sample' | 'record' }
  | { type: 'function.selected'; function: string }
  /** the server has created the task */
  | { type: 'task.started'; function: string }
  | { type: 'task.ended'; function: string; outcome: string }
  /** the visitor has signed in by any method in this browser */
  | { type: 'signIn.succeeded' }
  /** sent before the order is created; the amount is in the currency's smallest unit */
  | { type: 'pay.pressed'; product: string; method: string; amount: number; currency: Currency }
  /** emitted when the buyer sees that the order is paid; a reload may emit the event again */
  | { type: 'order.paid'; order: string; product: string; amount: number; currency: Currency }
  /**
   * A failed call was shown as an error. `code` is the server's error code, or the reason of the
   * failure. If the error page has replaced a crashed chart, `code` is `crashed.` and the name of
   * that chart.
   */
  | { type: 'error.shown'; call: string | null; code: string }
  /** the visitor has made the choice in this tab, not in another tab */
  | { type: 'consent.chosen'; measurement: boolean; advertising: boolean };
