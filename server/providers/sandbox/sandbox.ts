import { createHmac } from 'node:crypto';
import { currencies, minorDigits } from '../../../machines/model/money.ts';
import { methodOf } from '../../platform/config/methods.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { ChargeReport, Checkout, PaymentProvider } from '../provider.port.ts';
import {
  addMessage,
  type Charge,
  changeCharge,
  chargesOf,
  dueCharges,
  dueMessages,
  endMessage,
  findCharge,
  keepCharge,
  keepRefund,
  lockCharge,
  outcomeOf,
  postponeMessage,
} from './sandbox.store.ts';
import { sandboxCapabilities } from './sandbox-capabilities.ts';
import { readSandboxMessage, signatureHeader, signatureOf } from './sandbox-signature.ts';

/** Outcomes of a payment that a tester can select on its page. */
export const outcomes = [
  ...['success', 'pending', 'declined', 'left', 'expires', 'lateSuccess', 'paidTwice'],
  'wrongAmount',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Ways in which the sandbox delivers a payment's webhook messages. */
export const messageModes = [
  ...['onTime', 'late', 'lost', 'doubled', 'reordered', 'forged'],
] as const;
export type MessageMode = (typeof messageModes)[number];

/** Sends a signed message to the webhook. Returns the status of the answer. */
export type Deliver = (body: string, headers: Record<string, string>) => Promise<number>;

export type Sandbox = PaymentProvider & {
  find(ref: string): Promise<Charge | undefined>;
  checkout(charge: Charge): Checkout;
  /** Returns the signature header of a message, as the sandbox sends it. */
  sign(body: string): string;
  /** Acts as the buyer on the payment page. Does nothing for an ended charge. */
  act(ref: string, outcome: Outcome, mode: MessageMode): Promise<void>;
  /** Opens a dispute, as the buyer's bank does. */
  chargeBack(ref: string): Promise<void>;
  /** Applies the elapsed time: makes late successes happen, and sends due messages. */
  sweep(): Promise<void>;
};

export type SandboxDeps = {
  db: Database;
  /** signing secret, derived from the server's secret */
  secret: string;
  publicUrl: string;
  deliver: Deliver;
  now: () => Date;
  onError: (error: unknown) => void;
};

/**
 * Delay of a late outcome. It is long enough to count as late, and short enough for a tester to
 * wait.
 */
const laterMs = 10_000;
const lateMessageMs = 3 * 60_000;

/** Computes a charge's state at this time, because the sandbox has no timers. */
function atTime(charge: Charge, now: Date): Charge {
  if (charge.later && charge.laterAt && charge.laterAt <= now) {
    const isPaid = charge.later === 'succeeded';
    return { ...charge, status: charge.later, paid: isPaid ? charge.amount : 0 };
  }
  const isOver = charge.status === 'awaiting' && charge.expiresAt <= now;
  return isOver ? { ...charge, status: 'expired' } : charge;
}

const reportOf = (charge: Charge): ChargeReport => ({
  ref: charge.ref,
  reference: charge.reference,
  status: charge.status,
  amount:
    charge.status === 'succeeded' || charge.status === 'chargedBack' ? charge.paid : charge.amount,
  currency: charge.currency,
  reason: charge.reason,
  mandate: charge.mandate,
});

const newRef = () => `sb_${newId()}`;

/** Returns a URL `upi://pay?…`, the format of payment apps (NPCI). */
function upiAddress({ ref, amount, currency, description }: Charge): string {
  const found = currencies.find((one) => one === currency);
  const digits = found ? minorDigits(found) : 2;
  const query = new URLSearchParams({
    pa: 'lightwell@sandbox',
    pn: description,
    tr: ref,
    cu: currency,
    am: (amount / 10 ** digits).toFixed(digits),
  });
  return `upi://pay?${query}`;
}

export function createSandbox(deps: SandboxDeps): Sandbox {
  const { db, publicUrl, deliver, now, onError } = deps;
  const secret = createHmac('sha256', deps.secret).update('sandbox').digest('hex');

  const pageOf = (ref: string) => `${publicUrl}/sandbox/pay/${ref}`;

  function checkoutOf(charge: Charge): Checkout {
    const url = pageOf(charge.ref);
    if (methodOf(charge.method).family !== 'upi') return { kind: 'redirect', url };
    return { kind: 'qr', url, data: upiAddress(charge), image: `${url}/qr.svg` };
  }

  async function queueMessages(
    queries: Queries,
    { reference }: Charge,
    types: string[],
    mode: MessageMode,
  ) {
    const at = now();
    const sendAt = mode === 'late' ? new Date(at.getTime() + lateMessageMs) : at;
    if (mode === 'lost') return;
    const ordered = mode === 'reordered' ? [...types].reverse() : types;
    for (const type of ordered) {
      const body = JSON.stringify({ id: `evt_${newId()}`, type, reference });
      const message = { body, sendAt, isForged: mode === 'forged' };
      await addMessage(queries, message);
      if (mode === 'doubled') await addMessage(queries, message);
    }
  }

  /** Returns the changes that a buyer's action makes to the charge. */
  function changeBy(outcome: Outcome, charge: Charge): Partial<Charge> {
    const paid = {
      status: 'succeeded',
      paid: charge.amount,
      mandate: `mandate_${charge.ref}`,
    } as const;
    const later = { later: 'succeeded', laterAt: new Date(now().getTime() + laterMs) } as const;
    const { mandate } = paid;
    switch (outcome) {
      case 'success':
      case 'paidTwice':
        return paid;
      case 'wrongAmount':
        return { ...paid, paid: charge.amount - 1 };
      case 'pending':
        return { status: 'pending', mandate, ...later };
      case 'declined':
        return { status: 'failed', reason: 'insufficient_funds' };
      case 'left':
        return { status: 'cancelled' };
      case 'expires':
        return { status: 'expired' };
      case 'lateSuccess':
        return { status: 'expired', mandate, ...later };
    }
  }

  const typesOf = (outcome: Outcome, change: Partial<Charge>) =>
    outcome === 'success' ? ['charge.pending', 'charge.succeeded'] : [`charge.${change.status}`];

  async function act(ref: string, outcome: Outcome, mode: MessageMode): Promise<void> {
    await db.transaction(async (tx) => {
      const charge = await lockCharge(tx, ref);
      if (!charge || atTime(charge, now()).status !== 'awaiting') return;
      const change = changeBy(outcome, charge);
      await changeCharge(tx, ref, { ...change, webhooks: mode });
      if (outcome === 'paidTwice') {
        const again = { ...charge, ...change, ref: `${ref}_2`, key: `${charge.key} again` };
        await keepCharge(tx, again);
      }
      await queueMessages(tx, charge, typesOf(outcome, change), mode);
    });
    await send().catch(onError);
  }

  async function send(): Promise<void> {
    for (const message of await dueMessages(db, now())) {
      const signing = message.isForged ? 'somebody else’s key' : secret;
      const headers = {
        'content-type': 'application/json',
        [signatureHeader]: signatureOf(signing, message.body, now()),
      };
      const status = await deliver(message.body, headers).catch(() => 500);
      if (status < 500) await endMessage(db, message.id);
      else await postponeMessage(db, message.id, new Date(now().getTime() + 60_000));
    }
  }

  async function happen(charge: Charge): Promise<void> {
    const { status, paid } = atTime(charge, now());
    await db.transaction(async (tx) => {
      await changeCharge(tx, charge.ref, { status, paid, later: null, laterAt: null });
      await queueMessages(tx, charge, [`charge.${status}`], charge.webhooks as MessageMode);
    });
  }

  return {
    name: 'sandbox',
    act,
    checkout: checkoutOf,
    sign: (body) => signatureOf(secret, body, now()),
    find: async (ref) => {
      const charge = await findCharge(db, ref);
      return charge && atTime(charge, now());
    },
    capability: (method) => sandboxCapabilities[method],
    async createCheckout({ reference, key, method, amount, currency, ...request }) {
      const { description, locale, returnUrl, expiresAt } = request;
      const charge = await keepCharge(db, {
        ref: newRef(),
        key,
        reference,
        method,
        amount,
        currency,
        description,
        locale,
        returnUrl,
        expiresAt,
        status: 'awaiting',
        createdAt: now(),
      });
      return { ref: charge.ref, checkout: checkoutOf(charge) };
    },
    async chargeRenewal({ reference, key, method, amount, currency, description, mandate }) {
      const outcome = await outcomeOf(db, mandate);
      const createdAt = now();
      const statuses = { success: 'succeeded', declined: 'failed', pending: 'pending' } as const;
      const charge = await keepCharge(db, {
        ref: newRef(),
        key,
        reference,
        method,
        amount,
        currency,
        description,
        mandate,
        locale: 'en',
        returnUrl: '',
        createdAt,
        expiresAt: createdAt,
        status: statuses[outcome],
        paid: outcome === 'success' ? amount : 0,
        reason: outcome === 'declined' ? 'insufficient_funds' : null,
        ...(outcome === 'pending'
          ? { later: 'succeeded' as const, laterAt: new Date(createdAt.getTime() + laterMs) }
          : {}),
      });
      return reportOf(atTime(charge, now()));
    },
    async status({ reference }) {
      const charges = await chargesOf(db, reference);
      return charges.map((charge) => reportOf(atTime(charge, now())));
    },
    async cancel({ reference }) {
      for (const { ref } of await chargesOf(db, reference)) {
        await db.transaction(async (tx) => {
          const charge = await lockCharge(tx, ref);
          if (charge?.status === 'awaiting') await changeCharge(tx, ref, { status: 'cancelled' });
        });
      }
    },
    async refund({ ref, key, amount, currency }) {
      const refund = { ref, key, amount, currency, createdAt: now() };
      const asItIs = (charge: Charge) => atTime(charge, now());
      const isDone = await db.transaction((tx) => keepRefund(tx, refund, asItIs));
      return { ref: `refund_${key}`, status: isDone ? 'done' : 'failed' };
    },
    async chargeBack(ref) {
      const charge = await findCharge(db, ref);
      if (!charge) return;
      await changeCharge(db, ref, { status: 'chargedBack' });
      await queueMessages(db, charge, ['charge.chargedBack'], 'onTime');
      await send();
    },
    readWebhook: (body, headers) => readSandboxMessage(secret, body, headers, now()),
    async sweep() {
      for (const charge of await dueCharges(db, now())) await happen(charge);
      await send();
    },
  };
}
