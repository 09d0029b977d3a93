import { shareOf } from '../../server/domain/payments/withdrawals.ts';
import { type Books, sumOf } from './books.ts';
import { isPaid } from './judge-money.ts';

const given = ['grant', 'purchase', 'renewal'];

/** Each paid order brought its credits once, no other order ever did. */
function ofOrders({ orders, lots, lines, refunds }: Books): string[] {
  return orders.flatMap((order) => {
    const { id, code, paidBy, credits, status, reason } = order;
    const of = refunds.filter(({ paymentId }) => paymentId === paidBy && paidBy !== null);
    const refusal = of.find(({ reason: why }) => why === 'afterCancel' || why === 'closed');
    const wanted = isPaid(order) && !refusal ? 1 : 0;
    const theirs = lots.filter(({ orderId }) => orderId === id);
    const lot = theirs[0];
    const brought = lines.filter(({ lotId, kind }) => lotId === lot?.id && given.includes(kind));
    return [
      ...(theirs.length === wanted
        ? []
        : [`order ${code}: ${status}, and it brought credits ${theirs.length} times`]),
      ...(lot && sumOf(brought, ({ amount }) => amount) !== credits
        ? [`order ${code}: brought ${brought.map(({ amount }) => amount)} credits, not ${credits}`]
        : []),
      ...(refusal?.reason === 'afterCancel' && reason === 'purchase'
        ? [`order ${code}: a purchase was sent back as cancelled`]
        : []),
    ];
  });
}

/** A lot is given once, never holds less than nothing, and lies in one purse. */
function ofLots({ lots, lines }: Books): string[] {
  return lots.flatMap(({ id, cause, purseId, expiredAt }) => {
    const theirs = lines.filter(({ lotId }) => lotId === id);
    const balance = sumOf(theirs, ({ amount }) => amount);
    const gifts = theirs.filter(({ kind }) => given.includes(kind)).length;
    return [
      ...(gifts === 1 ? [] : [`the lot ${cause} was given ${gifts} times`]),
      ...(balance >= 0 ? [] : [`the lot ${cause} holds ${balance}`]),
      ...(expiredAt && balance !== 0 ? [`the lot ${cause} has expired and holds ${balance}`] : []),
      ...(theirs.every((line) => line.purseId === purseId)
        ? []
        : [`lines of the lot ${cause} are in another purse`]),
    ];
  });
}

const succeeded = 2;

/** Every reservation ends once, in the way in which its task did. */
function ofReservations({ lines, tasks }: Books): string[] {
  const bySource = Map.groupBy(
    lines.filter(({ taskId }) => taskId !== null),
    ({ taskId, lotId, day }) => `${taskId} of ${lotId ?? day}`,
  );
  const ends = [...bySource].flatMap(([name, theirs]) => {
    const kinds = theirs.map(({ kind }) => kind).sort();
    const task = tasks.find(({ id }) => id === theirs[0]?.taskId);
    const end = kinds.find((kind) => kind !== 'reserve');
    const isRight = !task || (task.status === succeeded) === (end === 'commit');
    return [
      ...(kinds.length === 2 && kinds.includes('reserve') && end
        ? []
        : [`the reservation ${name} has the lines ${kinds}`]),
      ...(isRight ? [] : [`the reservation ${name} ended by ${end} with status ${task?.status}`]),
    ];
  });
  const open = tasks.filter(({ status }) => status < succeeded);
  const prices = tasks.flatMap(({ id, credits }) => {
    const reserved = lines.filter(({ taskId, kind }) => taskId === id && kind === 'reserve');
    // Lines of a day are purged after a month, those of a free purse with its account.
    const taken = -sumOf(reserved, ({ amount }) => amount);
    return taken > credits ? [`the task ${id} costs ${credits} and took ${taken}`] : [];
  });
  return [...ends, ...open.map(({ id }) => `the task ${id} never ends`), ...prices];
}

/** Of a day nobody gets more than there is. */
function ofDays({ lines }: Books, perDay: number): string[] {
  const days = Map.groupBy(
    lines.filter(({ day }) => day !== null),
    ({ purseId, day }) => `${day} of ${purseId}`,
  );
  return [...days].flatMap(([name, theirs]) => {
    const used = -sumOf(theirs, ({ amount }) => amount);
    return used > perDay ? [`the day ${name} gave ${used} of ${perDay}`] : [];
  });
}

/** What a withdrawal gave back is the share of the credits that it took. */
function ofWithdrawals({ orders, refunds, lines }: Books): string[] {
  return refunds
    .filter(({ reason }) => reason === 'withdrawal')
    .flatMap(({ orderId, amount }) => {
      const order = orders.find(({ id }) => id === orderId);
      if (!order) return [`a withdrawal of the unknown order ${orderId}`];
      const taken = -sumOf(
        lines.filter(({ cause }) => cause === `withdrawal:${orderId}`),
        (line) => line.amount,
      );
      const share = shareOf(order.amount, taken, order.credits);
      return share === amount
        ? []
        : [`order ${order.code}: the withdrawal gave ${amount} for ${taken} credits, not ${share}`];
    });
}

/** Of money that the bank took back nothing is left to use. */
function ofChargeBacks({ orders, lots, lines }: Books): string[] {
  return orders
    .filter(({ status }) => status === 'chargedBack')
    .flatMap(({ id, code }) =>
      lots
        .filter(({ orderId }) => orderId === id)
        .filter(
          ({ id: lotId }) =>
            !lines.some((line) => line.lotId === lotId && line.cause === `chargeback:${id}`),
        )
        .map(() => `order ${code}: charged back, and its credits were not taken`),
    );
}

/** @param perDay what is free */
export const judgeCredits = (books: Books, perDay: number): string[] => [
  ...ofOrders(books),
  ...ofLots(books),
  ...ofReservations(books),
  ...ofDays(books, perDay),
  ...ofWithdrawals(books),
  ...ofChargeBacks(books),
];
