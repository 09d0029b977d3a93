import { createAirwallex } from './airwallex/airwallex.ts';
import type { PaymentsConfig } from './payments-config.ts';
import type { PaymentProvider, ProviderName } from './provider.port.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { createStripe } from './stripe/stripe.ts';

type Opened = { publicUrl: string; sandbox: Sandbox | null; now: () => Date };

/** Those that PAYMENT_PROVIDERS names, in its order. */
export function openProviders(
  { providers, stripe, airwallex }: PaymentsConfig,
  { publicUrl, sandbox, now }: Opened,
): PaymentProvider[] {
  const open: Record<ProviderName, () => PaymentProvider | null> = {
    sandbox: () => sandbox,
    stripe: () => stripe && createStripe({ ...stripe, publicUrl }, now),
    airwallex: () => airwallex && createAirwallex(airwallex, now),
  };
  return providers.flatMap((name) => open[name]() ?? []);
}
