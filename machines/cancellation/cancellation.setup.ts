import { assign, sendTo } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import { type CodeSent, countingFrom, resendBodies } from '../form/resending.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { knownCodes } from '../model/code-words.ts';
import { refused } from '../model/form.ts';
import type { Left, Withdrawal } from '../model/membership.ts';
import type { Order } from '../model/order.ts';
import { ports } from '../port-actors.ts';
import type { ClockPort } from '../ports/clock.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { SubscriptionPort } from '../ports/subscription.port.ts';
import { cancellationForm, emptyForm, isByCode, orderCodeFrom } from './cancellation.form.ts';
import type {
  CancellationContext,
  CancellationEvent,
  CancellationInput,
  CancellationOutput,
} from './cancellation.types.ts';

type Failed = { failure: PortFailure };

const aboutCode = ['invalid_code', 'code_expired', 'too_many_tries'];

export const cancellationSetup = setupChart({
  types: {
    context: {} as CancellationContext,
    events: {} as CancellationEvent,
    input: {} as CancellationInput,
    output: {} as CancellationOutput,
    meta: {} as StateMeta,
  },
  actors: {
    ...ports({
      calls: ['sendOrderCode', 'lookAtOrder', 'previewWithdrawal', 'leave'],
      said: {
        sendOrderCode: knownCodes,
        lookAtOrder: knownCodes,
        previewWithdrawal: knownCodes,
        leave: knownCodes,
      },
    }).of<SubscriptionPort>(),
    ...ports({ streams: ['countDown'] }).of<ClockPort>(),
  },
  guards: {
    isByCode: ({ context }) => isByCode(context),
    isCancel: ({ context }) => context.kind === 'cancel',
    /** true if the session has ended; the root then opens the sign-in dialog (R36) */
    isSignedOut: (_, { failure }: Failed) => failure.code === '10009',
    isAboutCode: ({ context }, { failure }: Failed) =>
      isByCode(context) && failure.code !== undefined && aboutCode.includes(failure.code),
  },
  actions: {
    setFailure: assign((_, { failure }: Failed) => ({ failure })),
    blameCode: assign(({ context }, { failure }: Failed) => ({
      form: refused(context.form, { code: failure.code ?? 'invalid_code' }),
    })),
    emptyCode: assign(({ context: { form } }) => ({
      form: { ...emptyForm, values: { ...form.values, code: '' } },
    })),
    noteSent: assign(({ context }, sent: CodeSent) => ({
      sentFor: orderCodeFrom(context.form.values.order),
      ...countingFrom(sent),
    })),
    setFound: assign((_, { found }: { found: Order }) => ({ found })),
    setWithdrawal: assign((_, { withdrawal }: { withdrawal: Withdrawal }) => ({ withdrawal })),
    setLeft: assign((_, { left }: { left: Left }) => ({ left })),
    tellPage: sendTo(chart('subscription'), { type: 'membership.changed' }),
    /** loads the user again, because the user may have fewer credits after the withdrawal */
    askForUser: sendTo(chart('session'), { type: 'user.outdated' }),
    reportFailure: sendRejected(),
  },
})
  .extend(cancellationForm)
  .extend(resendBodies<CancellationContext, CancellationEvent>());
