import type { AirwallexConfig } from '../../platform/config/payments-config.ts';
import {
  ChargeRefused,
  type ChargeReport,
  type KnownPayment,
  type PaymentProvider,
  type RefundReport,
  type RenewalRequest,
} from '../provider.port.ts';
import { toAirwallex } from './airwallex-amounts.ts';
import { airwallexCapabilities } from './airwallex-capabilities.ts';
import { consents, createCheckouts } from './airwallex-checkouts.ts';
import { createAirwallexClient } from './airwallex-client.ts';
import { isAnswer, isRefusal } from './airwallex-errors.ts';
import { createIntents } from './airwallex-intents.ts';
import {
  consent,
  consentOf,
  created,
  dispute,
  type Intent,
  isTakenBack,
  listOf,
  readMandate,
  refund as refundShape,
  reportOf,
} from './airwallex-reports.ts';
import { readAirwallexMessage } from './airwallex-webhook.ts';

const refunds = 'pa/refunds';

/** An accepted refund counts as done. If a bank refuses it later, it is reported as failed. */
const refundStatuses: Record<string, RefundReport['status']> = {
  RECEIVED: 'asked',
  PROCESSING: 'asked',
  ACCEPTED: 'done',
  SETTLED: 'done',
};

export function createAirwallex(config: AirwallexConfig, now: () => Date): PaymentProvider {
  const api = createAirwallexClient(config, now);
  const intents = createIntents(api);
  const checkouts = createCheckouts(api, intents);

  async function report(one: Intent): Promise<ChargeReport> {
    if (one.status !== 'SUCCEEDED') return reportOf(one, false);
    const query = { payment_intent_id: one.id };
    const { items } = await api.get('pa/payment_disputes', listOf(dispute), query);
    return reportOf(one, items.some(isTakenBack));
  }

  /** Returns true if a wallet was linked for this charge and is not charged yet. */
  async function isDue(one: Intent, linked: string): Promise<boolean> {
    if (one.status !== 'REQUIRES_PAYMENT_METHOD' || one.latest_payment_attempt) return false;
    const { status } = await api.get(`${consents}/${linked}`, consent);
    return status === 'VERIFIED';
  }

  /**
   * Charges a consent that the buyer has given in the meantime, if the payment was not cancelled.
   */
  async function complete(one: Intent, payment: KnownPayment): Promise<ChargeReport> {
    const linked = consentOf(one);
    const isToCharge = payment.isLive && linked !== null && (await isDue(one, linked));
    if (!isToCharge) return await report(one);
    try {
      return await report(await intents.charge(one.id, payment.reference, linked));
    } catch (error) {
      if (!(error instanceof ChargeRefused)) throw error;
      return { ...reportOf(one, false), status: 'failed', reason: error.reason };
    }
  }

  async function status(payment: KnownPayment): Promise<ChargeReport[]> {
    const { ref, reference } = payment;
    const found = ref === null ? await intents.of(reference) : [await intents.read(ref)];
    return await Promise.all(found.map((one) => complete(one, payment)));
  }

  async function chargeRenewal(request: RenewalRequest): Promise<ChargeReport> {
    const { customer, consent: used } = readMandate(request.mandate);
    const { id } = await intents.make(request, { customer_id: customer });
    return await report(await intents.charge(id, request.key, used));
  }

  /** Closes a payment. A paid or closed payment is left unchanged. */
  async function close(path: string, key: string): Promise<void> {
    await api.post(path, created, { request_id: key }).catch((error: unknown) => {
      if (!isAnswer(error)) throw error;
    });
  }

  async function cancel({ reference, ref }: KnownPayment): Promise<void> {
    const found = ref === null ? await intents.of(reference) : [await intents.read(ref)];
    for (const one of found.filter((each) => each.status !== 'SUCCEEDED')) {
      const linked = consentOf(one);
      if (linked) await close(`${consents}/${linked}/disable`, `${reference}-unlink`);
      await close(`pa/payment_intents/${one.id}/cancel`, `${reference}-cancel`);
    }
  }

  /**
   * Refunds a charge. Looks for an existing refund first, because a call with a used key may return
   * its earlier result or a refusal.
   */
  async function refund({ ref, key, amount, currency }: Parameters<PaymentProvider['refund']>[0]) {
    const query = { payment_intent_id: ref };
    const { items } = await api.get(refunds, listOf(refundShape), query);
    const known = items.find(({ request_id }) => request_id === key);
    const request = { request_id: key, ...query, amount: toAirwallex(amount, currency) };
    try {
      const one = known ?? (await api.post(`${refunds}/create`, refundShape, request));
      return { ref: one.id, status: refundStatuses[one.status] ?? 'failed' };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { ref: '', status: 'failed' } as const;
    }
  }

  /**
   * Returns this server's payment id of an intent, or an empty string if the intent no longer
   * exists.
   */
  async function referenceOf(id: string): Promise<string> {
    const found = await intents.read(id).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
    return found?.merchant_order_id ?? '';
  }

  return {
    name: 'airwallex',
    capability: (method) => airwallexCapabilities[method],
    createCheckout: (request) =>
      request.savesMandate ? checkouts.linked(request) : checkouts.once(request),
    chargeRenewal,
    status,
    cancel,
    refund,
    async readWebhook(body, headers) {
      const given = { body, headers, now: now() };
      const { id, type, ...about } = readAirwallexMessage(config.webhookSecret, given);
      if (about.reference !== null) return { id, type, reference: about.reference };
      // A message about a refund or a dispute may contain the intent, but not the payment id.
      if (about.intent === null) return { id, type, reference: '' };
      return { id, type, reference: await referenceOf(about.intent) };
    },
  };
}
