import type { IncomingHttpHeaders } from 'node:http';
import type { Locale } from '../../machines/model/locale.ts';
import type { EmailCodes } from '../mail/email-codes.ts';
import type { Mailer } from '../mail/mailer.port.ts';
import type { ProviderName } from '../platform/config/payments-config.ts';
import type { PriceList } from '../platform/config/price-list.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import type { Tracing } from '../platform/tracing/tracing.port.ts';
import { reached } from '../platform/write-points.ts';
import type { PaymentProvider } from '../providers/provider.port.ts';
import { createPlans, type Plans } from '../subscriptions/plans.ts';
import { createRenewals } from '../subscriptions/renewals.ts';
import { createInquiry } from './inquiry.ts';
import { createOrderAccess, type OrderAccess } from './order-access.ts';
import { findOrder } from './orders.store.ts';
import { createOrders, type Orders } from './orders.ts';
import { findPayment, type Payment } from './payments.store.ts';
import { createPrices, type Prices } from './prices.ts';
import { answered, silentProvider, withKnownErrors } from './provider-calls.ts';
import { markHandled, noteEvent, purgeEvents } from './provider-events.store.ts';
import { createRefunds } from './refunds.ts';
import { createSettlement } from './settle.ts';
import { createWithdrawals, type Withdrawals } from './withdrawals.ts';

export type Payments = {
  prices: Prices;
  orders: Orders;
  plans: Plans;
  withdrawals: Withdrawals;
  access: OrderAccess;
  /**
   * Handles a webhook message. A repeated message changes nothing.
   * @throws AppError not_found, invalid_signature, invalid_request, provider_unavailable
   */
  receive(provider: string, rawBody: Buffer, headers: IncomingHttpHeaders): Promise<void>;
  /** Sweeps that run every minute. A failed sweep does not block the other sweeps. */
  sweeps: Record<
    'providers' | 'inquiries' | 'orders' | 'refunds' | 'renewals' | 'closed plans',
    () => Promise<void>
  >;
  purge(before: Date): Promise<void>;
};

export type PaymentsDeps = {
  db: Database;
  /** available providers; the first provider that offers a method handles it */
  providers: readonly PaymentProvider[];
  list: PriceList;
  mailer: Mailer;
  codes: EmailCodes;
  product: string;
  returnUrl: (path: string, code: string, locale: Locale) => string;
  tracing: Pick<Tracing, 'current' | 'run'>;
  now: () => Date;
  onError: (error: unknown) => void;
};

export function createPayments(deps: PaymentsDeps): Payments {
  const { db, providers, list, mailer, tracing, now, onError } = deps;
  const find = (name: string) => providers.find((provider) => provider.name === name);
  const isConfigured = (name: ProviderName) => find(name) !== undefined;
  function providerOf(name: ProviderName): PaymentProvider {
    const provider = find(name);
    return provider ? withKnownErrors(provider, tracing) : silentProvider(name);
  }
  const prices = createPrices({ list, providers, now });
  const settlement = createSettlement({ db, mailer, now });
  const inquiry = createInquiry({ ...deps, providerOf, isConfigured, settlement });
  const orders = createOrders({ ...deps, prices, providerOf, isConfigured, inquiry });
  const refunds = createRefunds({ db, providerOf, mailer, now, onError });
  const renewals = createRenewals({ db, list, inquiry, mailer, now, onError });
  const plans = createPlans({ db, list, prices, renewals, inquiry, mailer, now, onError });
  const woken = async (work: () => Promise<void>) => {
    await work();
    await mailer.wake();
  };

  /** Asks about a payment of which the provider has sent a message, within the trace of its order. */
  async function settleReported({ id, orderId, provider }: Payment, type: string): Promise<void> {
    const order = await findOrder(db, orderId);
    const parent = order?.traceparent ?? tracing.current();
    const attributes = { 'lightwell.provider': provider, 'lightwell.event': type };
    await tracing.run('webhook', { kind: 'consumer', parent, attributes }, () =>
      answered(inquiry.ask(id), onError),
    );
  }

  return {
    prices,
    orders,
    plans,
    withdrawals: createWithdrawals({ db, refunds, mailer, now }),
    access: createOrderAccess({ ...deps, codes: deps.codes }),
    async receive(name, rawBody, headers) {
      const provider = find(name);
      if (!provider) throw new AppError('not_found', `unknown provider ${name}`);
      const event = await provider.readWebhook(rawBody, headers);
      if (!(await noteEvent(db, provider.name, event, now()))) return;
      reached('webhook.noted');
      // A message about an unknown payment is acknowledged, because the provider would otherwise
      // retry for days.
      const payment = await findPayment(db, event.reference);
      if (payment) await settleReported(payment, event.type);
      reached('webhook.settled');
      await markHandled(db, { provider: provider.name, eventId: event.id }, now());
      await refunds.work();
      await mailer.wake();
    },
    sweeps: {
      async providers() {
        for (const provider of providers) await provider.sweep?.();
      },
      inquiries: () => woken(inquiry.sweep),
      orders: () => woken(orders.sweep),
      refunds: () => woken(refunds.work),
      renewals: () => woken(renewals.sweep),
      'closed plans': plans.sweepClosed,
    },
    purge: (before) => purgeEvents(db, before),
  };
}
