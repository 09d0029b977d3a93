import { type Locale, localisePath } from '../../machines/model/locale.ts';
import { createEmailCodes } from '../mail/email-codes.ts';
import type { Mailer } from '../mail/mailer.port.ts';
import type { Owners } from '../owners/owners.feature.ts';
import type { Platform } from '../platform/platform.ts';
import { endOfKeeping, type Step } from '../platform/sweeper.ts';
import { openProviders } from '../providers/open-providers.ts';
import type { PaymentProvider } from '../providers/provider.port.ts';
import { registerSandboxRoutes } from '../providers/sandbox/sandbox.routes.ts';
import { createSandbox, type Sandbox } from '../providers/sandbox/sandbox.ts';
import { registerSubscriptionRoutes } from '../subscriptions/subscription.routes.ts';
import { registerOrderRoutes } from './orders.routes.ts';
import { registerPaymentWebhooks, webhookPath } from './payment-webhook.routes.ts';
import { createPayments, type Payments } from './payments.ts';
import { createShopCountry, type ShopCountry } from './shop-country.ts';

export type OrdersFeature = {
  payments: Payments;
  shopCountry: ShopCountry;
  providers: readonly PaymentProvider[];
  /** null if the sandbox is not configured */
  sandbox: Sandbox | null;
  sweep: Payments['sweeps'] & Record<'purge of provider events', Step>;
};

/**
 * Returns the URL to which a buyer returns. The code selects the order to show but grants no
 * access.
 */
function returnUrl(publicUrl: string, path: string, code: string, locale: Locale): string {
  const url = new URL(localisePath(path, locale), publicUrl);
  url.searchParams.set('order', code);
  return url.href;
}

/** Creates the sandbox. It sends its messages within this process, through the webhook's route. */
const openSandbox = ({ config, db, server, secret, now, onError }: Platform): Sandbox =>
  createSandbox({
    db,
    now,
    onError,
    publicUrl: config.publicUrl,
    secret,
    async deliver(payload, headers) {
      const url = `${webhookPath}/sandbox`;
      return (await server.inject({ method: 'POST', url, headers, payload })).statusCode;
    },
  });

/** Opens the feature for orders, payments and plans. */
export async function openOrders(
  platform: Platform,
  { owners, mailer }: { owners: Owners; mailer: Mailer },
): Promise<OrdersFeature> {
  const { config, db, server, secret, secure, tracing, now, onError } = platform;
  const { limits, product, publicUrl } = config;
  const sandbox = config.payments.providers.includes('sandbox') ? openSandbox(platform) : null;
  const providers = await openProviders(config.payments, { publicUrl, sandbox, now });
  const payments = createPayments({
    db,
    mailer,
    tracing,
    now,
    onError,
    product,
    list: config.payments.prices,
    providers,
    codes: createEmailCodes({ secret, limits, now }),
    returnUrl: (path, code, locale) => returnUrl(publicUrl, path, code, locale),
  });
  const shopCountry = createShopCountry(payments.prices, { secure });
  const routes = {
    principals: owners.principals,
    subnetOf: owners.subnetOf,
    payments,
    shopCountry,
    now,
    requestsPerMinute: limits.requestsPerMinute,
    signInsPerMinute: limits.signInsPerMinute,
  };
  registerOrderRoutes(server, routes);
  registerSubscriptionRoutes(server, routes);
  registerPaymentWebhooks(server, payments);
  if (sandbox) await registerSandboxRoutes(server, sandbox, product);
  return {
    payments,
    shopCountry,
    providers,
    sandbox,
    sweep: {
      ...payments.sweeps,
      'purge of provider events': () => payments.purge(endOfKeeping(now())),
    },
  };
}
