import { type Bug, bugsAtOnce } from './bugs-at-once.ts';

const orders = 'server/orders';

export const bugs: readonly Bug[] = [
  {
    name: 'the amount that was paid is not compared',
    edits: [
      {
        file: `${orders}/settle.ts`,
        from: 'report.amount === amount && report.currency === currency;',
        to: 'report.amount === report.amount || currency === String(amount);',
      },
    ],
  },
  {
    name: 'a wrong amount is kept',
    edits: [{ file: `${orders}/settle.ts`, from: 'if (amount > 0) {', to: 'if (amount < 0) {' }],
  },
  {
    name: 'a second payment is kept',
    edits: [
      {
        file: `${orders}/settle.ts`,
        from: "if (order.paidAt) await giveBack(work, order, moved, 'paidTwice');",
        to: 'if (order.paidAt) return;',
      },
    ],
  },
  {
    name: 'a charge without a payment is not adopted',
    edits: [
      {
        file: `${orders}/settle-reports.ts`,
        from: 'const one = known ?? (isOwn(report) ? payment : await adopt(payment, report));',
        to: 'const one = known ?? (isOwn(report) || !(await adopt) ? payment : payment);',
      },
    ],
  },
  {
    name: 'credits are given by the webhook, not by the first report of a payment',
    edits: [
      {
        file: `${orders}/settle.ts`,
        from: '    // The payment was already reported, or was refunded in the meantime.\n    if (!moved) return;',
        to: '    if (!moved) return void (await deliver({ ...work, now: work.now }, { ...order, id: order.id.concat(" again") }, payment));',
      },
    ],
  },
  {
    name: 'cancelling leaves the next charge where it was',
    edits: [
      {
        file: 'server/subscriptions/plans.ts',
        from: "const moved = await work.movePlan(id, 'subscription.cancelled', {\n      cancelledAt: work.now,\n      nextChargeAt: null,\n      nextProductCode: null,\n    });",
        to: 'const moved = { ...plan, revision: plan.revision + 1 };',
      },
    ],
  },
  {
    name: 'a refund gets another key with each request',
    edits: [
      {
        file: `${orders}/refunds.ts`,
        from: 'key: refund.id, amount, currency });',
        to: 'key: refund.id + refund.attempts, amount, currency });',
      },
    ],
  },
  {
    name: 'a withdrawal takes no credits',
    edits: [
      {
        file: `${orders}/withdrawals.ts`,
        from: 'const taken = await takeBackCredits(tx, {',
        to: 'const taken = ((_tx: Tx, _request: object) => order.credits)(tx, {',
      },
    ],
  },
  {
    name: 'a charge-back leaves the credits',
    edits: [
      {
        file: `${orders}/settle.ts`,
        from: 'orderId: order.id,\n      amount: order.credits,\n      now: work.now,',
        to: "orderId: '',\n      amount: order.credits,\n      now: work.now,",
      },
    ],
  },
  {
    name: 'payments without a report are not looked up',
    edits: [
      {
        file: 'server/orders/payments.store.ts',
        from: '.where(lte(payments.nextCheckAt, now))',
        to: '.where(and(lte(payments.nextCheckAt, now), eq(payments.checks, 7)))',
      },
    ],
  },
  {
    name: 'a webhook that was stored but not settled is never settled',
    edits: [
      {
        file: `${orders}/payments.ts`,
        from: "reached('webhook.noted');",
        to: "reached('webhook.noted');\n      await markHandled(db, { provider: provider.name, eventId: event.id }, now());\n      if (event.type === 'charge.chargedBack') return;",
      },
    ],
  },
  {
    name: 'the receipt is written after the commit, without waiting',
    edits: [
      {
        file: `${orders}/settle.ts`,
        from: "if ('refused' in delivered) return await giveBack(work, paid, payment, delivered.refused);",
        to: "if ('refused' in delivered || order.isLate || payment.method === 'paypal') return;",
      },
    ],
  },
  {
    name: 'months are counted from the last cycle, not from the anchor',
    edits: [
      {
        file: `${orders}/deliver.ts`,
        from: 'addDurations(anchorAt, plan, cycle - anchorCycle + 1)',
        to: 'addDurations(plan.periodEnd, plan, 1)',
      },
    ],
  },
  {
    name: 'a renewal that was cancelled meanwhile is kept',
    edits: [
      {
        file: `${orders}/deliver.ts`,
        from: 'if (!isRenewing(plan) || order.cycle !== plan.cycle + 1)',
        to: 'if (order.cycle !== plan.cycle + 1)',
      },
    ],
  },
  {
    name: 'a refund is requested only once',
    edits: [
      {
        file: `${orders}/refunds.ts`,
        from: 'new Date(now().getTime() + retryMs(refund.attempts))',
        to: 'new Date(now().getTime() + 1e13 + retryMs(refund.attempts))',
      },
    ],
  },
  ...bugsAtOnce,
];
