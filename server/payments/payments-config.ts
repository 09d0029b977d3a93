import { resolve } from 'node:path';
import { z } from 'zod';
import { ownPricesFile, type PriceList, readPriceList } from './price-list.ts';
import { type ProviderName, providerNames } from './provider.port.ts';

/** `sandbox`, or several with commas between; the first that has a way to pay takes it. */
const providers = z.string().transform((value, issues) => {
  const names = value.split(',').map((name) => name.trim());
  for (const name of names) {
    if (providerNames.some((known) => known === name)) continue;
    issues.addIssue({ code: 'custom', message: `${name || 'nothing'} is no provider` });
  }
  return names as ProviderName[];
});

export const paymentVariables = {
  PRICES_FILE: z.string().optional(),
  PAYMENT_PROVIDERS: providers.optional(),
};

type Given = { RUN_ENV: string } & {
  PRICES_FILE?: string | undefined;
  PAYMENT_PROVIDERS?: ProviderName[] | undefined;
};

export type PaymentsConfig = { providers: ProviderName[]; prices: PriceList };

const fileOf = ({ PRICES_FILE }: Given) => (PRICES_FILE ? resolve(PRICES_FILE) : ownPricesFile);

export function paymentProblemsOf(env: Given): string[] {
  const read = readPriceList(fileOf(env));
  return 'problems' in read ? read.problems.map((problem) => `PRICES_FILE: ${problem}`) : [];
}

/** In production nobody pays with play money unless the operator has said so. */
export function paymentsOf(env: Given): PaymentsConfig {
  const prices = readPriceList(fileOf(env));
  if ('problems' in prices) throw new Error(prices.problems.join('\n'));
  const usual: ProviderName[] = env.RUN_ENV === 'production' ? [] : ['sandbox'];
  return { providers: env.PAYMENT_PROVIDERS ?? usual, prices };
}
