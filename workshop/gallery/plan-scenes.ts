import type {
  CancellationContext,
  CancellationInput,
} from '../../machines/cancellation/cancellation.types.ts';
import { cancellationDescriptor } from '../../machines/cancellation/spec/cancellation.descriptor.ts';
import type { DialogRequest } from '../../machines/dialogs/dialogs.types.ts';
import type { SubscriptionContext } from '../../machines/subscription/subscription.types.ts';
import { isSignedOutBy, type Scene } from './scene.ts';
import { memberHere, openAt, visitorUnknown } from './wishes.ts';

const path = '/manage-membership-plan';
const open = openAt('subscription', path);
const reasonOf = (failure: SubscriptionContext['failure']) => failure?.code ?? failure?.reason;

const subscription: Scene = {
  chart: 'subscription',
  says: '',
  path: () => path,
  shot: { element: 'subscription' },
  per: 'value',
  situations: 3000,
  allows: (step) => !isSignedOutBy(step),
  keeps: (snapshot) => snapshot.context.visitor !== null || snapshot.matches('waiting'),
  seen: ({ failure, membership, outcome, preview }: SubscriptionContext) => [
    ...[reasonOf(failure), membership, outcome, preview?.when],
  ],
  shows: (snapshot) => {
    const { membership, failure, outcome, preview } = snapshot.context as SubscriptionContext;
    if (snapshot.matches({ shown: 'still' })) return [membership, reasonOf(failure), outcome];
    return snapshot.matches({ shown: { changing: 'confirming' } }) && preview?.when;
  },
  among: (snapshot) => {
    const { visitor } = snapshot.context as SubscriptionContext;
    if (visitor === null) return [visitorUnknown, open];
    return visitor === '' ? [open] : [memberHere, open];
  },
};

const cancellation: Scene = {
  chart: 'cancellation',
  says: '',
  path: () => path,
  shot: 'window',
  per: 'value',
  situations: 3000,
  allows: (step) => !isSignedOutBy(step),
  seen: ({ kind, form: { problems }, failure }: CancellationContext) => [
    ...[kind, problems, reasonOf(failure)],
  ],
  shows: ({ context: { kind, plan, order, form, failure } }) => [
    ...[kind, plan !== null, order !== null, form.problems, reasonOf(failure)],
  ],
  among: ({ context: { kind, plan, order } }) => [
    open,
    [
      'dialogs',
      (snapshot) => {
        const [first] = snapshot.context.queue;
        return (
          snapshot.matches('open') &&
          first?.kind === 'cancellation' &&
          first.input.kind === kind &&
          (first.input.plan === null) === (plan === null) &&
          (first.input.order === null) === (order === null)
        );
      },
    ],
  ],
};

const inputs = cancellationDescriptor.inputs as Readonly<Record<string, CancellationInput>>;

export const cancellationRequests = Object.fromEntries(
  Object.entries(inputs).map(([says, input]) => {
    const id = `cancellation.${input.kind}`;
    const dialog: DialogRequest = { id, name: id, requester: null, kind: 'cancellation', input };
    return [says, { dialog }];
  }),
);

export const planScenes: readonly Scene[] = [subscription, cancellation];
