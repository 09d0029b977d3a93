import type { ProductEvent } from '../../../machines/model/product-event.ts';

/** A measure of this page load, as defined by https://web.dev/vitals. */
export type WebVital = {
  type: 'webVital.measured';
  metric: 'LCP' | 'INP' | 'CLS' | 'FCP' | 'TTFB';
  /** milliseconds; a score for CLS */
  value: number;
};

/** All counted events: those of charts and the page's measures. */
export type CountedEvent = ProductEvent | WebVital;

type Type = CountedEvent['type'];
type ParametersOf<Of extends Type> = Omit<Extract<CountedEvent, { type: Of }>, 'type'>;

type Entry<Of extends Type> = {
  /** name for the services */
  name: string;
  /** when it occurs */
  says: string;
  parameters: Readonly<Record<keyof ParametersOf<Of>, string>>;
};

/**
 * Every product event (R54). Operators build reports on names and parameters: never give an old one
 * another meaning.
 */
export const eventCatalogue: { readonly [Of in Type]: Entry<Of> } = {
  'page.viewed': {
    name: 'page_view',
    says: 'A page is on screen, another one than before.',
    parameters: { page: 'the name of the page, never its address' },
  },
  'language.changed': {
    name: 'language_view',
    says: 'The visitor has chosen another language, and it is on screen.',
    parameters: { locale: 'the new language' },
  },
  'photo.chosen': {
    name: 'photo_choose',
    says: 'There is a photo in hand.',
    parameters: { source: 'where it came from' },
  },
  'function.selected': {
    name: 'function_choose',
    says: 'The visitor has chosen what is to be done with the photo.',
    parameters: { function: 'the code of the function' },
  },
  'task.started': {
    name: 'task_start',
    says: 'The server has the photo and the order to work on it.',
    parameters: { function: 'the code of the function' },
  },
  'task.ended': {
    name: 'task_end',
    says: 'A photo has come to its end, with a result or without.',
    parameters: {
      function: 'the code of the function',
      outcome: 'how it ended: succeeded, cancelled, or why not',
    },
  },
  'result.downloaded': {
    name: 'result_download',
    says: 'The visitor has pressed the button that saves a result.',
    parameters: { function: 'the code of the function, null when it is not known' },
  },
  'record.deleted': {
    name: 'record_delete',
    says: 'The visitor has deleted a result with its photo.',
    parameters: {},
  },
  'dialog.opened': {
    name: 'dialog_open',
    says: 'A dialog lies over the page.',
    parameters: { dialog: 'its name' },
  },
  'dialog.answered': {
    name: 'dialog_answer',
    says: 'A dialog has closed.',
    parameters: { dialog: 'its name', answer: 'what was pressed, in one word' },
  },
  'signIn.succeeded': {
    name: 'sign_success',
    says: 'The visitor has signed in or up on this page, whichever way.',
    parameters: {},
  },
  'pay.pressed': {
    name: 'click_pay',
    says: 'The visitor has pressed the button that orders; the order is about to be made.',
    parameters: {
      product: 'the code of what is bought',
      method: 'the way to pay',
      amount: 'with tax, in the smallest unit of the currency',
      currency: 'its ISO code',
    },
  },
  'order.paid': {
    name: 'price_paysuccessful',
    says: 'The buyer sees that the order is paid. A page loaded again may say it again of the same order.',
    parameters: {
      order: 'the number of the order, by which a repeat is recognised',
      product: 'the code of what was bought',
      amount: 'with tax, in the smallest unit of the currency',
      currency: 'its ISO code',
    },
  },
  'error.shown': {
    name: 'error_show',
    says: 'Something did not work, and the visitor was told by a red message or an error page.',
    parameters: {
      call: 'what was asked of the server, null when nothing was',
      code: 'the code of the server, or why there was no answer; crashed.x when the part x of the page is gone',
    },
  },
  'consent.chosen': {
    name: 'consent_choose',
    says: 'The visitor has made or changed the choice about outside services. A refusal is told to nobody.',
    parameters: {
      measurement: 'whether visits may be measured',
      advertising: 'whether advertising may be measured',
    },
  },
  'webVital.measured': {
    name: 'web_vital',
    says: 'How the page did, told once for each measure when it is left or hidden for the first time.',
    parameters: {
      metric: 'LCP, INP, CLS, FCP or TTFB',
      value: 'in milliseconds; of CLS the score',
    },
  },
};

/** Charts also emit facts that are not counted, such as dropped events. */
export const isCounted = ({ type }: { type: string }): boolean =>
  Object.hasOwn(eventCatalogue, type);
