import type { ProviderName } from '../platform/config/payments-config.ts';
import { AppError } from '../platform/errors.ts';
import type { Tracing } from '../platform/tracing/tracing.port.ts';
import {
  ChargeRefused,
  type KnownPayment,
  type PaymentProvider,
} from '../providers/provider.port.ts';
import { isLive, type Payment } from './payments.store.ts';

/** Thrown if a provider call failed without a usable answer. `cause` is the original error. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/**
 * Wraps a provider so that its calls throw only NoAnswer, ChargeRefused or AppError, and are
 * recorded.
 */
export function withKnownErrors(
  provider: PaymentProvider,
  tracing: Pick<Tracing, 'run'>,
): PaymentProvider {
  const attributes = { 'lightwell.provider': provider.name };
  const call = <Answer>(name: string, calling: () => Promise<Answer>): Promise<Answer> =>
    tracing.run(`payment provider ${name}`, { kind: 'client', attributes }, () => known(calling));

  async function known<Answer>(calling: () => Promise<Answer>): Promise<Answer> {
    try {
      return await calling();
    } catch (error) {
      if (error instanceof ChargeRefused || error instanceof AppError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new NoAnswer(`${provider.name} did not answer: ${why}`, { cause: error });
    }
  }
  return {
    name: provider.name,
    capability: (method) => provider.capability(method),
    createCheckout: (request) => call('createCheckout', () => provider.createCheckout(request)),
    chargeRenewal: (request) => call('chargeRenewal', () => provider.chargeRenewal(request)),
    status: (payment) => call('status', () => provider.status(payment)),
    cancel: (payment) => call('cancel', () => provider.cancel(payment)),
    refund: (request) => call('refund', () => provider.refund(request)),
    readWebhook: (rawBody, headers) => provider.readWebhook(rawBody, headers),
  };
}

/** Replaces a provider that is no longer configured. Every call throws NoAnswer. */
export function silentProvider(name: ProviderName): PaymentProvider {
  const call = () => Promise.reject(new NoAnswer(`${name} is no longer configured`));
  return {
    name,
    capability: () => null,
    createCheckout: call,
    chargeRenewal: call,
    status: call,
    cancel: call,
    refund: call,
    readWebhook: call,
  };
}

/**
 * Awaits a provider call for a waiting user. The server's own errors are rethrown unchanged.
 * @throws AppError provider_unavailable
 */
export async function answered(
  asking: Promise<void>,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    await asking;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    onError(error);
    throw new AppError('provider_unavailable', 'the provider did not answer', { cause: error });
  }
}

/** Describes a payment to its provider. */
export const knownOf = (payment: Payment): KnownPayment => ({
  reference: payment.id,
  ref: payment.ref,
  mandate: payment.chargedBy,
  isLive: isLive(payment),
});
