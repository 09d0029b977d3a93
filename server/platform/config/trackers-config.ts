import { z } from 'zod';
import type { RuntimeConfig } from '../../../contract/runtime-config.ts';
import { httpUrl } from './firebase-config.ts';

/** Environment variables of external services for analytics and advertising. */
export const trackerVariables = {
  AMPLITUDE_KEY: z
    .string()
    .regex(/^[\w-]{8,64}$/, 'is not an API key of a project')
    .optional(),
  AMPLITUDE_ZONE: z.enum(['US', 'EU']).default('US'),
  AMPLITUDE_BATCH: z
    .enum(['0', '1'])
    .default('0')
    .transform((value) => value === '1'),
  AMPLITUDE_SERVER_URL: httpUrl.optional(),
  GA_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,20}$/, 'takes a measurement id: G-XXXXXXXXXX')
    .optional(),
  META_PIXEL_ID: z
    .string()
    .regex(/^\d{5,20}$/, 'takes the number of a pixel')
    .optional(),
  TIKTOK_PIXEL_ID: z
    .string()
    .regex(/^[A-Z0-9]{10,40}$/, 'takes the id of a pixel, capitals and digits')
    .optional(),
};

export type TrackersConfig = NonNullable<RuntimeConfig['trackers']>;

type Environment = z.output<z.ZodObject<typeof trackerVariables>> & { RUN_ENV: string };

const isOfThisMachine = (url: string) => /^(127\.|localhost$|\[::1\]$)/.test(new URL(url).hostname);

/** Returns problems of settings that could never work in a browser. */
export function trackerProblemsOf(env: Environment, publicUrl: string): string[] {
  const server = env.AMPLITUDE_SERVER_URL;
  if (!server) return [];
  const problems: string[] = [];
  if (!env.AMPLITUDE_KEY) {
    problems.push('AMPLITUDE_SERVER_URL: nothing is sent there without an AMPLITUDE_KEY');
  }
  const isMixed = publicUrl.startsWith('https:') && server.startsWith('http:');
  if (isMixed && !isOfThisMachine(server)) {
    problems.push('AMPLITUDE_SERVER_URL: pages over https send nothing to an address over http');
  }
  return problems;
}

/**
 * Returns the configured services, or null if no service is configured, or outside production
 * (R55).
 */
export function trackersOf(env: Environment): TrackersConfig | null {
  if (env.RUN_ENV !== 'production') return null;
  const { AMPLITUDE_KEY: key, GA_ID, META_PIXEL_ID, TIKTOK_PIXEL_ID } = env;
  const amplitude = key && {
    key,
    zone: env.AMPLITUDE_ZONE,
    batch: env.AMPLITUDE_BATCH,
    serverUrl: env.AMPLITUDE_SERVER_URL ?? null,
  };
  const trackers: TrackersConfig = {
    ...(amplitude ? { amplitude } : {}),
    ...(GA_ID ? { gaId: GA_ID } : {}),
    ...(META_PIXEL_ID ? { metaPixelId: META_PIXEL_ID } : {}),
    ...(TIKTOK_PIXEL_ID ? { tiktokPixelId: TIKTOK_PIXEL_ID } : {}),
  };
  return Object.keys(trackers).length > 0 ? trackers : null;
}
