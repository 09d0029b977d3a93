import type { PaymentsConfig, ProviderName } from '../platform/config/payments-config.ts';
import type { PaymentProvider } from './provider.port.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

type Opened = { publicUrl: string; sandbox: Sandbox | null; now: () => Date };

/**
 * Opens the providers in PAYMENT_PROVIDERS, in its order. Other providers are not loaded, because
 * Stripe's library alone takes 35 MB of memory.
 */
export async function openProviders(
  { providers, stripe, airwallex }: PaymentsConfig,
  { publicUrl, sandbox, now }: Opened,
): Promise<PaymentProvider[]> {
  const open: Record<ProviderName, () => Promise<PaymentProvider | null>> = {
    sandbox: async () => sandbox,
    async stripe() {
      const { createStripe } = await import('./stripe/stripe.ts');
      return stripe && createStripe({ ...stripe, publicUrl }, now);
    },
    async airwallex() {
      const { createAirwallex } = await import('./airwallex/airwallex.ts');
      return airwallex && createAirwallex(airwallex, now);
    },
  };
  const opened = await Promise.all(providers.map((name) => open[name]()));
  return opened.filter((provider) => provider !== null);
}
