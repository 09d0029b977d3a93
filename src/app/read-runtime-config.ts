import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import type { ProductWords } from '../i18n/product-words.tsx';

const texts = ['apiBaseUrl', 'websiteId', 'product', 'company', 'address', 'email'] as const;
const runEnvs: readonly unknown[] = ['development', 'test', 'production'];

function listProblems(value: Record<string, unknown>): string[] {
  const wrong = texts.filter((name) => typeof value[name] !== 'string');
  const others = typeof value.retention === 'object' && value.retention ? [] : ['retention'];
  return [...(runEnvs.includes(value.runEnv) ? [] : ['runEnv']), ...wrong, ...others];
}

/** Returns the configuration from the inert JSON that the server has inserted into the page. */
export function readRuntimeConfig(json: string): RuntimeConfig {
  const value = JSON.parse(json) as Record<string, unknown>;
  const problems = listProblems(value);
  if (problems.length > 0) {
    throw new Error(`The page's runtime configuration lacks: ${problems.join(', ')}.`);
  }
  return value as RuntimeConfig;
}

export function productWords({ product, company, address, email }: RuntimeConfig): ProductWords {
  return { product, company, address, email };
}
