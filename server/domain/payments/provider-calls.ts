import { AppError } from '../../errors.ts';
import {
  ChargeRefused,
  type PaymentProvider,
  type ProviderName,
} from '../../payments/provider.port.ts';

/** A call to a provider that has no answer, or none that makes sense; `cause` is what it failed with. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** The provider as the rules of money call it. Each call @throws NoAnswer, ChargeRefused, AppError */
export function tellSilence(provider: PaymentProvider): PaymentProvider {
  async function call<Answer>(calling: () => Promise<Answer>): Promise<Answer> {
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
    createCheckout: (wish) => call(() => provider.createCheckout(wish)),
    chargeRenewal: (wish) => call(() => provider.chargeRenewal(wish)),
    status: (payment) => call(() => provider.status(payment)),
    cancel: (payment) => call(() => provider.cancel(payment)),
    refund: (wish) => call(() => provider.refund(wish)),
    readWebhook: (rawBody, headers) => provider.readWebhook(rawBody, headers),
  };
}

/** Stands for a provider that is not configured any more: none of its calls has an answer. */
export function silentProvider(name: ProviderName): PaymentProvider {
  const call = () => Promise.reject(new NoAnswer(`${name} is not configured any more`));
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
 * What asks the provider while somebody waits for it. A fault of ours stays one.
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
