import type { Currency } from './money.ts';

/**
 * Events that the product's operator wants to count (R54). A chart emits them without knowing the receivers;
 * values are short, because they are sent as log parameters.
 */
export type ProductEvent =
  | { type: 'page.viewed'; page: string }
  /** a language other than the previous one is on screen */
  | { type: 'language.changed'; locale: string }
  | { type: 'dialog.opened'; dialog: string }
  | { type: 'dialog.answered'; dialog: string; answer: string }
  | { type: 'record.deleted' }
  /** `function` is the code of the function that made it */
  | { type: 'result.downloaded'; function: string | null }
  | { type: 'photo.chosen'; source: 'file' | 'kept' | 'sample' | 'record' }
  | { type: 'function.selected'; function: string }
  /** the server has created the task */
  | { type: 'task.started'; function: string }
  | { type: 'task.ended'; function: string; outcome: string }
  /** in this browser, by any sign-in method */
  | { type: 'signIn.succeeded' }
  /** before the order is created; the amount is in the smallest unit of the currency */
  | { type: 'pay.pressed'; product: string; method: string; amount: number; currency: Currency }
  /** the buyer has seen it; a reload may send it again for the same order */
  | { type: 'order.paid'; order: string; product: string; amount: number; currency: Currency }
  /**
   * A failed call was shown as an error; `code` is the server's, or why there was no answer. Or a chart has
   * crashed for good and was replaced by an error page: `crashed.` and its name.
   */
  | { type: 'error.shown'; call: string | null; code: string }
  /** chosen by the visitor in this browser */
  | { type: 'consent.chosen'; measurement: boolean; advertising: boolean };
