import type { AnyMachineSnapshot } from 'xstate';
import type { DialogRequest, DialogsContext } from '../../machines/dialogs/dialogs.types.ts';
import type { Order } from '../../machines/model/order.ts';
import type {
  OrderCheckContext,
  OrderCheckInput,
} from '../../machines/order-check/order-check.types.ts';
import {
  orderAnswers,
  orderCheckDescriptor,
  otherOrders,
} from '../../machines/order-check/spec/order-check.descriptor.ts';
import { text } from '../paths/plain.ts';
import { isSignedOutBy, type Scene } from './scene.ts';
import { memberHere } from './wishes.ts';

type Kind = 'orderCheck' | 'dayOrderCheck';

const inputsOf = (orders: Readonly<Record<string, Order>>) =>
  Object.fromEntries(
    Object.entries(orders).map(([says, order]) => [
      says,
      { order, hasReturned: false, intent: 'look' as const },
    ]),
  );

const inputs = orderCheckDescriptor.inputs as Readonly<Record<string, OrderCheckInput>>;

/** Orders whose credits last hours or days. Their dialog shows times of day. */
const dayOrders = {
  'a day, waiting': { ...orderAnswers.waiting, duration: 1, durationUnit: 2 },
  'a day, paid': { ...orderAnswers.paid, duration: 1, durationUnit: 2 },
} as const;

const shown: Record<Kind, Readonly<Record<string, OrderCheckInput>>> = {
  orderCheck: { ...inputs, ...inputsOf(otherOrders) },
  dayOrderCheck: inputsOf(dayOrders),
};

const requestOf = (kind: Kind, input: OrderCheckInput): DialogRequest => ({
  id: 'order',
  name: 'order',
  requester: null,
  kind,
  input,
});

/** False for a declined order that is paid again, because its dialog closes before it is shown. */
const isShown = ({ intent, order }: OrderCheckInput) =>
  intent !== 'pay' || order.status !== 'notPaid';

/** `requester` is null, because no chart in the gallery waits for the answer. */
export const orderRequests = Object.fromEntries(
  (Object.keys(shown) as Kind[]).flatMap((kind) =>
    Object.entries(shown[kind])
      .filter(([, input]) => isShown(input))
      .map(([says, input]) => [`an order: ${says}`, { dialog: requestOf(kind, input) }]),
  ),
);

/** Returns the properties of an order that change its look. */
const kindOf = ({ status, mayArrive, payment, isLate, refunds, autoRenew }: Order) => [
  ...[status, mayArrive, payment?.status, payment?.checkout.kind, isLate, autoRenew],
  refunds.map(({ reason }) => reason),
];

const looks = ({ order, hasReturned, trouble }: OrderCheckContext) => [
  ...[kindOf(order), hasReturned && order.status === 'open', trouble?.step],
];

const isOpenWith =
  (kind: Kind, input: unknown) =>
  (snapshot: AnyMachineSnapshot): boolean => {
    const first = (snapshot.context as DialogsContext).queue[0];
    return snapshot.matches('open') && first?.kind === kind && text(first.input) === text(input);
  };

const sceneOf = (chart: Kind): Scene => ({
  chart,
  says: '',
  path: () => '/',
  shot: 'window',
  per: 'value',
  situations: chart === 'orderCheck' ? 500 : 250,
  samples: { inputs: shown[chart] },
  seen: chart === 'orderCheck' ? looks : ({ order }: OrderCheckContext) => order.durationUnit,
  // the two dialogs differ only in a paid order
  shows: ({ context }) => (chart === 'orderCheck' ? looks(context) : context.order.durationUnit),
  // a problem is combined only with the simplest order
  keeps: (snapshot) => {
    const { trouble, order } = snapshot.context as OrderCheckContext;
    if (chart === 'dayOrderCheck') return order.durationUnit === 2 || !snapshot.matches('paid');
    return trouble === null || snapshot.matches({ unpaid: 'following' });
  },
  allows: (step) => !isSignedOutBy(step),
  among: (_, input) => [memberHere, ['dialogs', isOpenWith(chart, input)]],
});

export const orderScenes: readonly Scene[] = [sceneOf('orderCheck'), sceneOf('dayOrderCheck')];
