import { crashed } from './app.crashed.ts';
import { appSetup } from './app.setup.ts';

/**
 * Charts that live as long as their page. A page tells when it appears and when it goes; the next
 * one appears only after it has gone.
 */
export const page = appSetup.createStateConfig({
  initial: 'none',
  states: {
    none: {
      meta: { view: 'a page without a chart of its own' },
      on: {
        'page.opened': [
          {
            guard: { type: 'isRecords', params: ({ event }) => event },
            target: 'records',
            meta: { req: 'R44' },
          },
          {
            target: 'result',
            actions: { type: 'keepOpenRecord', params: ({ event }) => event },
            meta: { req: 'R44' },
          },
        ],
      },
    },
    records: {
      meta: { view: 'the record list' },
      invoke: { id: 'records', systemId: 'records', src: 'records', onError: crashed('records') },
      on: {
        'page.closed': {
          guard: { type: 'isRecords', params: ({ event }) => event },
          target: 'none',
          actions: { type: 'withdrawDialogs', params: { requester: 'records' } },
          meta: { req: 'R44' },
        },
      },
    },
    result: {
      meta: { view: 'the page of one result' },
      invoke: {
        id: 'result',
        systemId: 'result',
        src: 'result',
        input: ({ context }) => ({ recordId: context.openRecordId ?? '' }),
        onError: crashed('result'),
      },
      on: {
        'page.closed': {
          guard: { type: 'isResult', params: ({ event }) => event },
          target: 'none',
          actions: { type: 'withdrawDialogs', params: { requester: 'result' } },
          meta: { req: 'R44' },
        },
      },
    },
  },
});
