import { z } from 'zod';

/**
 * The browser's part of the configuration, embedded in the page as inert JSON (`#runtime-config`).
 */
export const runtimeConfig = z.object({
  runEnv: z.enum(['development', 'test', 'production']),
  /** empty means the page's own origin */
  apiBaseUrl: z.string(),
  websiteId: z.string(),
  product: z.string(),
  company: z.string(),
  address: z.string(),
  /** what else the law requires of an imprint; absent when not configured */
  companyDetails: z.string().optional(),
  /** the companies that process data for the operator, with their purposes; absent when not configured */
  processors: z.string().optional(),
  email: z.string(),
  /** retention time of a guest's record in words, by language: `30 days` */
  retention: z.record(z.string(), z.string()),
  /** the identity provider; absent when none is configured */
  firebase: z
    .object({
      projectId: z.string(),
      apiKey: z.string(),
      authDomain: z.string(),
      /** host:port of an Auth emulator */
      emulatorHost: z.string().nullable(),
    })
    .optional(),
  /**
   * analytics and advertising services that run once a visitor consents; absent outside production
   */
  trackers: z
    .object({
      amplitude: z
        .object({
          key: z.string(),
          zone: z.enum(['US', 'EU']),
          /** true selects Amplitude's variant for large batches */
          batch: z.boolean(),
          /** URL that replaces Amplitude's default URL for the zone */
          serverUrl: z.string().nullable(),
        })
        .optional(),
      gaId: z.string().optional(),
      metaPixelId: z.string().optional(),
      tiktokPixelId: z.string().optional(),
    })
    .optional(),
});

export type RuntimeConfig = z.infer<typeof runtimeConfig>;
