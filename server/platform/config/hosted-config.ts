import { z } from 'zod';
import { httpUrl } from './firebase-config.ts';

export const hostedVariables = {
  REPLICATE_API_TOKEN: z
    .string()
    .regex(/^\S{8,400}$/, 'is not a token')
    .optional(),
  REPLICATE_API_URL: httpUrl.default('https://api.replicate.com/v1'),
  HOSTED_WORKERS: z.coerce.number().int().min(1).max(64).default(2),
};

/** Account at the provider of hosted functions. */
export type HostedConfig = {
  url: string;
  token: string;
  /** tasks at the same time */
  places: number;
};

type Env = z.output<z.ZodObject<typeof hostedVariables>> &
  Record<'RUN_ENV', string> &
  Partial<Record<'MODELS_FOLDER', string | undefined>>;

export function hostedProblemsOf(env: Env): string[] {
  const problems: string[] = [];
  if (env.REPLICATE_API_TOKEN && !env.MODELS_FOLDER) {
    problems.push(
      'REPLICATE_API_TOKEN: no manifest uses it; set MODELS_FOLDER to the folder of the manifests or remove it',
    );
  }
  if (env.RUN_ENV === 'production' && !env.REPLICATE_API_URL.startsWith('https:')) {
    problems.push(
      'REPLICATE_API_URL: production needs https, because photos and the token are sent there',
    );
  }
  return problems;
}

/** Returns null if hosted functions are not offered. */
export const hostedOf = (env: Env): HostedConfig | null =>
  env.REPLICATE_API_TOKEN
    ? { url: env.REPLICATE_API_URL, token: env.REPLICATE_API_TOKEN, places: env.HOSTED_WORKERS }
    : null;
