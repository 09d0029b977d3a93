import { cancelling, following } from './task.following.ts';
import { claiming, preparing, uploading } from './task.sending.ts';
import { taskSetup } from './task.setup.ts';
import { starting } from './task.starting.ts';

const step = taskSetup.createStateConfig({
  initial: 'claiming',
  states: { claiming, preparing, uploading, starting, following, cancelling },
});

const pace = taskSetup.createStateConfig({
  initial: 'unmeasured',
  states: {
    unmeasured: {
      meta: { view: 'nothing about the time' },
      always: { guard: 'isMeasured', target: 'usual', meta: { req: 'R72' } },
    },
    usual: {
      meta: { view: 'the time it will still take' },
      after: { usual: { target: 'long', meta: { req: 'R72' } } },
    },
    long: { meta: { view: 'it takes longer than usual' } },
  },
});

/** From one press of start to the answer. */
export const working = taskSetup.createStateConfig({
  type: 'parallel',
  on: {
    'overlay.left': { actions: 'lookAway', meta: { req: 'R72' } },
    'overlay.returned': { actions: 'watch', meta: { req: 'R72' } },
  },
  states: { step, pace },
});
