import { z } from 'zod';

/** Returns false for a URL with parts that would break the URLs built from it. */
function isBase(value: string): boolean {
  // `z.url` reports values that are not URLs.
  if (!URL.canParse(value)) return true;
  const { username, password, search, hash } = new URL(value);
  return username + password + search + hash === '';
}

export const httpUrl = z
  .url({ protocol: /^https?$/ })
  .refine(isBase, 'must not contain a user, query or fragment')
  .transform((value) => value.replace(/\/+$/, ''));

export const firebaseVariables = {
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[a-z][a-z0-9-]{3,29}$/, 'is not a project id')
    .optional(),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_AUTH_DOMAIN: z.string().optional(),
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/, 'takes host:port')
    .optional(),
  FIREBASE_KEYS_URL: httpUrl.default(
    'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  ),
};

/** Settings of the identity provider, for browsers and for this server. */
export type FirebaseConfig = {
  projectId: string;
  apiKey: string;
  authDomain: string;
  /** host:port of the Auth emulator, whose tokens are unsigned; null for the real provider */
  emulatorHost: string | null;
  /** URL of the provider's public keys */
  keysUrl: string;
};

type Environment = z.output<z.ZodObject<typeof firebaseVariables>> & { RUN_ENV: string };

/**
 * Returns the problems of the settings. The emulator is allowed for tests only, because its
 * unsigned tokens let every caller sign in.
 */
export function firebaseProblemsOf(env: Environment): string[] {
  const problems: string[] = [];
  const project = env.FIREBASE_PROJECT_ID;
  if (project && !env.FIREBASE_AUTH_EMULATOR_HOST && !env.FIREBASE_API_KEY) {
    problems.push('FIREBASE_API_KEY: the browser needs it to reach FIREBASE_PROJECT_ID');
  }
  if (!env.FIREBASE_AUTH_EMULATOR_HOST) return problems;
  if (env.RUN_ENV === 'production') {
    problems.push('FIREBASE_AUTH_EMULATOR_HOST: production accepts no tokens of the emulator');
  }
  if (!project?.startsWith('demo-')) {
    problems.push(
      'FIREBASE_AUTH_EMULATOR_HOST: needs a FIREBASE_PROJECT_ID that begins with demo-',
    );
  }
  return problems;
}

export function firebaseOf(env: Environment): FirebaseConfig | null {
  const projectId = env.FIREBASE_PROJECT_ID;
  if (!projectId) return null;
  return {
    projectId,
    apiKey: env.FIREBASE_API_KEY ?? 'emulated',
    authDomain: env.FIREBASE_AUTH_DOMAIN ?? `${projectId}.firebaseapp.com`,
    emulatorHost: env.FIREBASE_AUTH_EMULATOR_HOST ?? null,
    keysUrl: env.FIREBASE_KEYS_URL,
  };
}
