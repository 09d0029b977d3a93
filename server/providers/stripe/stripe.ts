import Stripe from 'stripe';
import type { StripeConfig } from '../../platform/config/payments-config.ts';
import {
  ChargeRefused,
  type ChargeReport,
  type CheckoutRequest,
  type KnownPayment,
  type PaymentProvider,
  type RefundReport,
  type RenewalRequest,
} from '../provider.port.ts';
import { toStripe } from './stripe-amounts.ts';
import { stripeCapabilities, stripeTypeOf } from './stripe-capabilities.ts';
import { declinedIn, refusalOf, rethrow } from './stripe-errors.ts';
import {
  idOf,
  intentOf,
  readMandate,
  referenceKey,
  refundKey,
  reportOfIntent,
  reportOfSession,
} from './stripe-reports.ts';
import { sessionOf } from './stripe-session.ts';
import { readStripeMessage } from './stripe-webhook.ts';

/** Time limit of a request. It is short, because a visitor waits. */
const usualTimeoutMs = 10_000;

/** This number is enough for the latest charges of one plan. */
const newest = { limit: 100 };

/**
 * States of a dispute in which the bank holds the money. During inquiries and after won disputes,
 * the shop has the money.
 */
const takenBack = [
  ...['needs_response', 'under_review', 'lost', 'appeal_needs_response', 'appeal_under_review'],
];

function createClient({ secretKey, apiUrl, timeoutMs = usualTimeoutMs }: StripeConfig): Stripe {
  const url = apiUrl === null ? null : new URL(apiUrl);
  const own = url && {
    host: url.hostname,
    protocol: url.protocol === 'http:' ? 'http' : 'https',
    ...(url.port === '' ? {} : { port: Number(url.port) }),
  };
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(own as Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> | null),
  });
}

const refundStatuses: Record<string, RefundReport['status']> = {
  succeeded: 'done',
  pending: 'asked',
  requires_action: 'asked',
};

const refundReport = ({ id, status }: Stripe.Refund): RefundReport => ({
  ref: id,
  status: refundStatuses[status ?? ''] ?? 'failed',
});

export function createStripe(config: StripeConfig, now: () => Date): PaymentProvider {
  const stripe = createClient(config);
  const { sessions } = stripe.checkout;

  const sessionBy = (ref: string) =>
    sessions.retrieve(ref, { expand: ['payment_intent.latest_charge'] });

  async function isTakenBack(intent: Stripe.PaymentIntent | null): Promise<boolean> {
    const charge = intent?.latest_charge;
    if (!intent || typeof charge !== 'object' || !charge?.disputed) return false;
    const { data } = await stripe.disputes.list({ payment_intent: intent.id, ...newest });
    return data.some(({ status }) => takenBack.includes(status));
  }

  /**
   * Returns the off-session charges of a payment. If the answer with their id was lost, they are
   * found by customer.
   */
  async function intentsOf({ reference, ref, mandate }: KnownPayment) {
    const expand = ['latest_charge'];
    if (ref !== null) return [await stripe.paymentIntents.retrieve(ref, { expand })];
    if (mandate === null) return [];
    const { customer } = readMandate(mandate);
    const { data } = await stripe.paymentIntents.list({
      customer,
      ...newest,
      expand: ['data.latest_charge'],
    });
    return data.filter(({ metadata }) => metadata[referenceKey] === reference);
  }

  async function status(payment: KnownPayment): Promise<ChargeReport[]> {
    const { ref } = payment;
    if (ref?.startsWith('cs_')) {
      const session = await sessionBy(ref);
      return [reportOfSession(session, await isTakenBack(intentOf(session)))];
    }
    const intents = await intentsOf(payment);
    return await Promise.all(
      intents.map(async (intent) => reportOfIntent(intent, await isTakenBack(intent))),
    );
  }

  async function createCheckout(request: CheckoutRequest) {
    const session = await sessions
      .create(sessionOf(request), { idempotencyKey: request.key })
      .catch(rethrow);
    if (!session.url)
      throw new ChargeRefused(
        `Stripe returned no payment page (status of the session: ${session.status})`,
      );
    return { ref: session.id, checkout: { kind: 'redirect', url: session.url } as const };
  }

  async function chargeRenewal(request: RenewalRequest): Promise<ChargeReport> {
    const { reference, key, method, amount, currency, description, mandate } = request;
    try {
      const intent = await stripe.paymentIntents.create(
        {
          ...readMandate(mandate),
          description,
          off_session: true,
          confirm: true,
          amount: toStripe(amount, currency),
          currency: currency.toLowerCase(),
          // Buyers do not use this URL. Stripe requires it, because some methods redirect.
          return_url: config.publicUrl,
          allowed_payment_method_types: [stripeTypeOf(method)],
          metadata: { [referenceKey]: reference },
        },
        { idempotencyKey: key },
      );
      return reportOfIntent(intent, false);
    } catch (error) {
      const declined = declinedIn(error);
      return declined ? reportOfIntent(declined, false) : rethrow(error);
    }
  }

  /** Closes a payment. A paid or closed payment is left unchanged. */
  async function cancel({ ref }: KnownPayment): Promise<void> {
    if (ref === null) return;
    const closing = ref.startsWith('cs_')
      ? sessions.expire(ref)
      : stripe.paymentIntents.cancel(ref);
    await closing.catch((error: unknown) => {
      if (refusalOf(error) === null) throw error;
    });
  }

  const intentIdOf = async (ref: string) =>
    ref.startsWith('cs_') ? idOf((await sessions.retrieve(ref)).payment_intent) : ref;

  /**
   * Refunds a charge. Looks for an existing refund first, because a call with a used key repeats
   * its first answer, and keys expire after a day.
   */
  async function refund({ ref, key, amount, currency }: Parameters<PaymentProvider['refund']>[0]) {
    const intent = await intentIdOf(ref);
    if (intent === null) return { ref: '', status: 'failed' } as const;
    const { data } = await stripe.refunds.list({ payment_intent: intent, ...newest });
    const known = data.find(({ metadata }) => metadata?.[refundKey] === key);
    if (known) return refundReport(known);
    const request = { payment_intent: intent, amount: toStripe(amount, currency) };
    return await stripe.refunds
      .create({ ...request, metadata: { [refundKey]: key } }, { idempotencyKey: key })
      .then(refundReport, (error: unknown) => {
        if (refusalOf(error) === null) throw error;
        return { ref: '', status: 'failed' } as const;
      });
  }

  /**
   * Returns this server's payment id of an intent. Returns an empty string if the payment belongs
   * to another user of the Stripe account, or no longer exists.
   */
  async function referenceOf(intent: string): Promise<string> {
    const found = await stripe.paymentIntents.retrieve(intent).catch((error: unknown) => {
      if (refusalOf(error) === null) throw error;
    });
    return found?.metadata[referenceKey] ?? '';
  }

  return {
    name: 'stripe',
    capability: (method) => stripeCapabilities[method],
    createCheckout,
    chargeRenewal,
    status,
    cancel,
    refund,
    async readWebhook(body, headers) {
      const message = { body, headers, now: now() };
      const { id, type, ...about } = readStripeMessage(stripe, config.webhookSecret, message);
      if (about.reference !== null) return { id, type, reference: about.reference };
      // A message about a dispute contains the charge but not the payment id.
      if (about.intent === null) return { id, type, reference: '' };
      return { id, type, reference: await referenceOf(about.intent) };
    },
  };
}
