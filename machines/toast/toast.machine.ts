import { assign } from 'xstate';
import { setupChart } from '../chart-setup.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import type { ToastContext, ToastEvent, ToastRequest } from './toast.types.ts';

/**
 * Shows one message at a time for 3 s. A new message replaces the old one and restarts the time
 * (R18).
 */
export const toastMachine = setupChart({
  types: {
    context: {} as ToastContext,
    events: {} as ToastEvent,
    meta: {} as StateMeta,
  },
  actions: {
    show: assign(({ context }, { message, kind, to }: Omit<ToastRequest, 'type'>) => ({
      toast: { message, kind, to: to ?? null, number: context.count + 1 },
      count: context.count + 1,
    })),
    forget: assign({ toast: null }),
  },
  delays: { lifetime: 3000 },
}).createMachine({
  id: 'toast',
  context: { toast: null, count: 0 },
  initial: 'hidden',
  on: {
    'toast.requested': {
      target: '.shown',
      actions: { type: 'show', params: ({ event }) => event },
    },
  },
  states: {
    hidden: { entry: 'forget', meta: { view: 'no message' } },
    shown: {
      meta: { view: 'one coloured message' },
      after: { lifetime: { target: 'hidden' } },
      on: { 'toast.dismissed': { target: 'hidden' } },
    },
  },
});
