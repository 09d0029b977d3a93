import { isUnpaid, type Order, type OrderWish } from '../../../machines/model/order.ts';
import { paidOrder, sampleOrder, samplePrices } from '../../../machines/testing/sample-prices.ts';
import { refused, rejecting } from '../../../machines/testing/samples.ts';
import type { Question } from './open-ports.ts';
import type { Outcomes, SimulatedWorld } from './world.ts';

const orderOf = ({ order }: SimulatedWorld, { code }: Question['input']): Order => {
  if (order?.code === code && order) return order;
  throw rejecting(refused('order_not_found'));
};

const kept = (world: SimulatedWorld, order: Order): Order => {
  world.order = order;
  return order;
};

const ended = (world: SimulatedWorld, input: Question['input'], next: Order): Order => {
  if (!isUnpaid(orderOf(world, input))) throw rejecting(refused('order_closed'));
  return kept(world, next);
};

const made = (world: SimulatedWorld, input: Question['input']): Order => {
  const { productCode, amount, currency, country, autoRenew, task } = input as unknown as OrderWish;
  return kept(
    world,
    sampleOrder({ productCode, amount, currency, country, autoRenew, task: task ?? null }),
  );
};

/** The server's answers to a user about orders and plans. */
export const moneyAnswers = (
  world: SimulatedWorld,
  input: Question['input'],
): Record<string, Outcomes> => ({
  loadPrices: { 'what is sold': () => samplePrices },
  findOpenOrders: {
    'what waits': () =>
      world.order && isUnpaid(world.order) ? [{ ...world.order, minutesLeft: 30 }] : [],
  },
  loadLastOrder: { 'the newest': () => world.order ?? null },
  createOrder: {
    'it is made': () => made(world, input),
    'the price is another': () => {
      throw rejecting(refused('price_changed'));
    },
  },
  payOrder: { 'another try': () => orderOf(world, input) },
  loadOrder: { 'the order': () => orderOf(world, input) },
  checkOrder: {
    'as it was': () => orderOf(world, input),
    'it is paid': () => {
      const { code, task } = orderOf(world, input);
      return kept(world, paidOrder({ code, task }));
    },
  },
  cancelOrder: {
    'it is cancelled': () => {
      const { code } = orderOf(world, input);
      return ended(world, input, sampleOrder({ code, status: 'cancelled' }));
    },
  },
  loadMembership: {
    'no plan, and the order': () => ({
      plan: null,
      orders: world.order ? [world.order] : [],
      nextCursor: null,
    }),
  },
});
