import { resolve } from 'node:path';
import { z } from 'zod';

import { httpUrl } from './firebase-config.ts';
import { ownPricesFile, type PriceList, readPriceList } from './price-list.ts';

export const providerNames = ['sandbox', 'stripe', 'airwallex'] as const;
export type ProviderName = (typeof providerNames)[number];

export type AirwallexConfig = {
  clientId: string;
  apiKey: string;
  webhookSecret: string;
  apiUrl: string;
  /** limit for one request, default ten seconds */
  timeoutMs?: number;
};

export type StripeConfig = {
  secretKey: string;
  webhookSecret: string;
  /** base URL of the API; null for Stripe's default */
  apiUrl: string | null;
  publicUrl: string;
  /** limit for one request, default ten seconds */
  timeoutMs?: number;
};

/**
 * Accepts `sandbox`, or several names separated by commas. The first provider that supports a
 * payment method handles it.
 */
const providers = z.string().transform((value, issues) => {
  const names = value.split(',').map((name) => name.trim());
  for (const name of names) {
    if (providerNames.some((known) => known === name)) continue;
    issues.addIssue({ code: 'custom', message: `${name || 'an empty name'} is not a provider` });
  }
  return names as ProviderName[];
});

export const paymentVariables = {
  PRICES_FILE: z.string().optional(),
  PAYMENT_PROVIDERS: providers.optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'is not a secret key: those begin with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'is not a signing secret: those begin with whsec_')
    .optional(),
  STRIPE_API_URL: httpUrl.optional(),
  AIRWALLEX_CLIENT_ID: z.string().optional(),
  AIRWALLEX_API_KEY: z.string().optional(),
  AIRWALLEX_WEBHOOK_SECRET: z.string().optional(),
  AIRWALLEX_API_URL: httpUrl.default('https://api.airwallex.com'),
};

type Given = Partial<z.output<z.ZodObject<typeof paymentVariables>>> & { RUN_ENV: string };

export type PaymentsConfig = {
  providers: ProviderName[];
  prices: PriceList;
  /** null if PAYMENT_PROVIDERS does not list Stripe */
  stripe: Omit<StripeConfig, 'publicUrl'> | null;
  airwallex: AirwallexConfig | null;
};

const fileOf = ({ PRICES_FILE }: Given) => (PRICES_FILE ? resolve(PRICES_FILE) : ownPricesFile);

/** Required settings of each provider, and where an operator finds them. */
const needs = {
  sandbox: {},
  stripe: {
    STRIPE_SECRET_KEY: 'the secret key of the account',
    STRIPE_WEBHOOK_SECRET: 'the signing secret of the webhook endpoint',
  },
  airwallex: {
    AIRWALLEX_CLIENT_ID: 'the client id of the account',
    AIRWALLEX_API_KEY: 'the API key of the account',
    AIRWALLEX_WEBHOOK_SECRET: 'the secret of the webhook',
  },
} satisfies Record<ProviderName, Partial<Record<keyof typeof paymentVariables, string>>>;

const missingOf = (env: Given, provider: ProviderName) =>
  Object.entries(needs[provider])
    .filter(([name]) => !env[name as keyof Given])
    .map(([name, what]) => `${name}: PAYMENT_PROVIDERS names ${provider}, which needs ${what}`);

const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** Returns the API URLs without encryption, to which secret keys would be sent. */
function openUrls(env: Given): string[] {
  return (['STRIPE_API_URL', 'AIRWALLEX_API_URL'] as const).flatMap((name) => {
    const url = env[name] ? new URL(env[name]) : null;
    if (!url || url.protocol === 'https:' || thisMachine.includes(url.hostname)) return [];
    return [`${name}: must be https or on this machine, because the API keys are sent there`];
  });
}

export function paymentProblemsOf(env: Given): string[] {
  const read = readPriceList(fileOf(env));
  return [
    ...('problems' in read ? read.problems.map((problem) => `PRICES_FILE: ${problem}`) : []),
    ...(env.PAYMENT_PROVIDERS ?? []).flatMap((provider) => missingOf(env, provider)),
    ...openUrls(env),
  ];
}

function stripeOf(env: Given): PaymentsConfig['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  if (!env.PAYMENT_PROVIDERS?.includes('stripe') || !secretKey || !webhookSecret) return null;
  return { secretKey, webhookSecret, apiUrl: env.STRIPE_API_URL ?? null };
}

function airwallexOf(env: Given): AirwallexConfig | null {
  const { AIRWALLEX_CLIENT_ID: clientId, AIRWALLEX_API_KEY: apiKey } = env;
  const { AIRWALLEX_WEBHOOK_SECRET: webhookSecret, AIRWALLEX_API_URL: apiUrl } = env;
  if (!env.PAYMENT_PROVIDERS?.includes('airwallex')) return null;
  return clientId && apiKey && webhookSecret && apiUrl
    ? { clientId, apiKey, webhookSecret, apiUrl }
    : null;
}

/**
 * Reads the configuration of payments. In production the sandbox is used only if it is listed
 * explicitly.
 */
export function paymentsOf(env: Given): PaymentsConfig {
  const prices = readPriceList(fileOf(env));
  if ('problems' in prices) throw new Error(prices.problems.join('\n'));
  const usual: ProviderName[] = env.RUN_ENV === 'production' ? [] : ['sandbox'];
  const providers = env.PAYMENT_PROVIDERS ?? usual;
  return { providers, prices, stripe: stripeOf(env), airwallex: airwallexOf(env) };
}
