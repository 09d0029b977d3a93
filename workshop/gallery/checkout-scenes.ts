import type { AnyMachineSnapshot } from 'xstate';
import type { CheckoutContext, CheckoutInput } from '../../machines/checkout/checkout.types.ts';
import { checkoutDescriptor } from '../../machines/checkout/spec/checkout.descriptor.ts';
import type { DialogRequest, DialogsContext } from '../../machines/dialogs/dialogs.types.ts';
import { isSignedOutBy, type Scene } from './scene.ts';
import { memberHere } from './wishes.ts';

const inputs = checkoutDescriptor.inputs as Readonly<Record<string, CheckoutInput>>;

/** `requester` is null, because no chart in the gallery waits for the answer. */
export const checkoutRequests = Object.fromEntries(
  Object.entries(inputs).map(([says, input]) => {
    const dialog: DialogRequest = {
      id: 'checkout',
      name: 'checkout',
      requester: null,
      kind: 'checkout',
      input,
    };
    return [`to buy: ${says}`, { dialog }];
  }),
);

const told = ({ failure }: CheckoutContext) => failure?.code ?? failure?.reason;

/** Returns the number of differences from the simplest purchase. */
const peculiar = (context: CheckoutContext): number => {
  const { choice, failure, replaced, place, prices, missing, order } = context;
  const isFirst =
    choice.productCode === 'pack-100' || choice.productCode === null || order !== null;
  return [
    ...[failure !== null, replaced !== null, place.country === 'JP', prices?.currency === 'USD'],
    ...[missing !== null, order !== null, choice.autoRenew, !isFirst && missing === null],
    choice.method === 'maya',
  ].filter(Boolean).length;
};

const isOpenWith =
  ({ missing, order, renewed }: CheckoutContext) =>
  (snapshot: AnyMachineSnapshot): boolean => {
    const first = (snapshot.context as DialogsContext).queue[0];
    return (
      snapshot.matches('open') &&
      first?.kind === 'checkout' &&
      first.input.missing === missing &&
      first.input.order?.code === order?.code &&
      first.input.renewed === renewed
    );
  };

export const checkout: Scene = {
  chart: 'checkout',
  says: '',
  path: () => '/',
  shot: 'window',
  per: 'value',
  situations: 4000,
  seen: (context: CheckoutContext) => [
    ...[context.order?.code, context.missing, context.choice, context.replaced, context.place],
    ...[context.prices?.currency, context.prices?.products[0]?.amount, told(context)],
    context.made?.payment?.checkout.kind,
  ],
  shows: ({ context }) => [
    ...[context.order?.code, context.missing, context.choice, context.replaced, context.place],
    ...[context.prices?.currency, told(context)],
  ],
  // one special case at a time; a plan counts as one more, because it has its own screen
  keeps: (snapshot) => {
    const context = snapshot.context as CheckoutContext;
    const own = peculiar(context) - (context.order ? 1 : 0);
    if (snapshot.matches('failed') || snapshot.matches({ leaving: 'refused' })) return own === 1;
    if (!snapshot.matches('choosing') && !snapshot.matches('reviewing')) return own === 0;
    if (context.missing !== null) return own === 1;
    return own < (context.choice.autoRenew ? 3 : 2) + (context.replaced ? 1 : 0);
  },
  // currency.chosen is left out, because a change of currency looks like a change of country
  allows: (step) =>
    !isSignedOutBy(step) && (step.kind !== 'event' || step.event.type !== 'currency.chosen'),
  among: ({ context }) => [memberHere, ['dialogs', isOpenWith(context as CheckoutContext)]],
};
