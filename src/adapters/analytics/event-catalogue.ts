import type { ProductEvent } from '../../../machines/model/product-event.ts';

/** A measured web vital of this page load, as defined by https://web.dev/vitals. */
export type WebVital = {
  type: 'webVital.measured';
  metric: 'LCP' | 'INP' | 'CLS' | 'FCP' | 'TTFB';
  /** the measured time in milliseconds, or the score if the vital is CLS */
  value: number;
};

export type CountedEvent = ProductEvent | WebVital;

type Type = CountedEvent['type'];
type ParametersOf<Of extends Type> = Omit<Extract<CountedEvent, { type: Of }>, 'type'>;

type Entry<Of extends Type> = {
  /** name of the event for outside services */
  name: string;
  says: string;
  parameters: Readonly<Record<keyof ParametersOf<Of>, string>>;
};

/**
 * The catalogue of all product events (R54). Operators build reports on names and parameters, so an
 * existing name must keep its meaning.
 */
export const eventCatalogue: { readonly [Of in Type]: Entry<Of> } = {
  'page.viewed': {
    name: 'page_view',
    says: 'A new page is on screen.',
    parameters: { page: 'the name of the page, never its address' },
  },
  'language.changed': {
    name: 'language_view',
    says: 'The visitor has chosen another language, and it is on screen.',
    parameters: { locale: 'the new language' },
  },
  'photo.chosen': {
    name: 'photo_choose',
    says: 'The visitor has chosen a photo.',
    parameters: { source: 'the origin of the photo' },
  },
  'function.selected': {
    name: 'function_choose',
    says: 'The visitor has chosen a function for the photo.',
    parameters: { function: 'the code of the function' },
  },
  'task.started': {
    name: 'task_start',
    says: 'The server has accepted the photo and the start request.',
    parameters: { function: 'the code of the function' },
  },
  'task.ended': {
    name: 'task_end',
    says: 'A task has ended, with a result or without.',
    parameters: {
      function: 'the code of the function',
      outcome: 'succeeded, cancelled, or the reason of the failure',
    },
  },
  'result.downloaded': {
    name: 'result_download',
    says: 'The visitor has pressed the button that saves a result.',
    parameters: { function: 'the code of the function, or null if unknown' },
  },
  'record.deleted': {
    name: 'record_delete',
    says: 'The visitor has deleted a result with its photo.',
    parameters: {},
  },
  'dialog.opened': {
    name: 'dialog_open',
    says: 'A dialog has opened.',
    parameters: { dialog: 'its name' },
  },
  'dialog.answered': {
    name: 'dialog_answer',
    says: 'A dialog has closed.',
    parameters: { dialog: 'its name', answer: 'the pressed button, in one word' },
  },
  'signIn.succeeded': {
    name: 'sign_success',
    says: 'The visitor has signed in or up on this page, by any method.',
    parameters: {},
  },
  'pay.pressed': {
    name: 'click_pay',
    says: 'The visitor has pressed the order button; the order does not exist yet.',
    parameters: {
      product: 'the code of the product',
      method: 'the payment method',
      amount: 'with tax, in the smallest unit of the currency',
      currency: 'its ISO code',
    },
  },
  'order.paid': {
    name: 'price_paysuccessful',
    says: 'The buyer sees that the order is paid. A reloaded page may report the same order again.',
    parameters: {
      order: 'the order number, by which services drop repeats',
      product: 'the code of the product',
      amount: 'with tax, in the smallest unit of the currency',
      currency: 'its ISO code',
    },
  },
  'error.shown': {
    name: 'error_show',
    says: 'The visitor sees a red message or an error page.',
    parameters: {
      call: 'the call to the server, or null if there was none',
      code: 'the code of the server, or the reason why there was no answer; crashed.x if the chart x has crashed',
    },
  },
  'consent.chosen': {
    name: 'consent_choose',
    says: 'The visitor has made or changed the choice about outside services. A refusal is not sent to any service.',
    parameters: {
      measurement: 'whether visits may be measured',
      advertising: 'whether advertising may be measured',
    },
  },
  'webVital.measured': {
    name: 'web_vital',
    says: 'A web vital of the page, sent once when the page is first hidden or closed.',
    parameters: {
      metric: 'LCP, INP, CLS, FCP or TTFB',
      value: 'in milliseconds; a score for CLS',
    },
  },
};

/**
 * True for events of the catalogue. Charts also emit other events, which are not counted, such as
 * `events.dropped`.
 */
export const isCounted = ({ type }: { type: string }): boolean =>
  Object.hasOwn(eventCatalogue, type);
