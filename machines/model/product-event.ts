import type { Currency } from './money.ts';

/**
 * Events that the operator of the product wants to count (R54). A chart emits them and does not
 * know who listens; values are short, because they travel as log parameters.
 */
export type ProductEvent =
  | { type: 'page.viewed'; page: string }
  /** another language is on screen than before */
  | { type: 'language.changed'; locale: string }
  | { type: 'dialog.opened'; dialog: string }
  | { type: 'dialog.answered'; dialog: string; answer: string }
  | { type: 'record.deleted' }
  /** `function` is the code of the function that made it */
  | { type: 'result.downloaded'; function: string | null }
  | { type: 'photo.chosen'; source: 'file' | 'kept' | 'sample' | 'record' }
  | { type: 'function.selected'; function: string }
  /** the server has it */
  | { type: 'task.started'; function: string }
  | { type: 'task.ended'; function: string; outcome: string }
  /** here, whichever way in */
  | { type: 'signIn.succeeded' }
  /** the order is about to be made; the amount is in the smallest unit of the currency */
  | { type: 'pay.pressed'; product: string; method: string; amount: number; currency: Currency }
  /** seen by its buyer; a page that is loaded again may say it again, of the same order */
  | { type: 'order.paid'; order: string; product: string; amount: number; currency: Currency }
  /**
   * A failed call has been told as an error; `code` is the server's, or why there was no answer. Or a chart
   * has crashed for good and an error page is in its place: `crashed.` and its name.
   */
  | { type: 'error.shown'; call: string | null; code: string }
  /** by the visitor, here and now */
  | { type: 'consent.chosen'; measurement: boolean; advertising: boolean };
