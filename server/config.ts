import { resolve } from 'node:path';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(['0', '1']).transform((value) => value === '1');
const httpUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));

const variables = z.object({
  PORT: port.default(8787),
  HOST: z.string().default('127.0.0.1'),
  RUN_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUBLIC_URL: httpUrl.optional(),
  API_BASE_URL: httpUrl.optional(),
  TRUST_PROXY: flag.default(false),
  WEBSITE_ID: z.string().max(64).default('lightwell'),
  STORAGE: z.enum(['disk']).default('disk'),
  STORAGE_SECRET: z.string().min(32, 'needs 32 characters or more').optional(),
  PRODUCT_NAME: z.string().max(60).default('Lightwell'),
  COMPANY_NAME: z.string().max(200).default('Example Company'),
  COMPANY_ADDRESS: z.string().max(400).default('1 Example Street, 12345 Example City'),
  SUPPORT_EMAIL: z.email().default('support@example.com'),
  GUEST_DAILY_CREDITS: z.coerce.number().int().min(0).default(20),
  RETENTION_DAYS: z.coerce.number().int().min(1).max(3650).default(30),
  MODELS_FOLDER: z.string().optional(),
  ENGINE_WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  ENGINE_MEMORY_MEGABYTES: z.coerce.number().int().min(500).default(2000),
  TASK_DEADLINE_MINUTES: z.coerce.number().int().min(1).default(60),
  STOP_GRACE_SECONDS: z.coerce.number().min(0).max(600).default(0),
});

/** The server's configuration; the names follow `.env.example`. Paths are absolute. */
export type Config = {
  port: number;
  host: string;
  runEnv: 'development' | 'test' | 'production';
  logLevel: string;
  dataDir: string;
  databaseUrl: string | null;
  publicUrl: string;
  /** empty means the page's own origin */
  apiBaseUrl: string;
  trustProxy: boolean;
  websiteId: string;
  storageSecret: string | null;
  product: string;
  company: string;
  address: string;
  email: string;
  guestDailyCredits: number;
  retentionDays: number;
  modelsFolder: string | null;
  engineWorkers: number;
  engineMemoryMegabytes: number;
  taskDeadlineMs: number;
  stopGraceMs: number;
};

/** Every problem of the configuration, one line each. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration has ${problems.length} problem(s):\n  ${problems.join('\n  ')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** An IPv6 address needs brackets in a URL. */
export const urlHost = (host: string) => (host.includes(':') ? `[${host}]` : host);

/** @throws ConfigError naming every variable that is wrong, not only the first */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // `NAME=` in a .env file means "not set".
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    );
  }
  const env = parsed.data;
  const deadlineMs = env.TASK_DEADLINE_MINUTES * 60_000;
  if (env.RETENTION_DAYS * 86_400_000 < deadlineMs) {
    throw new ConfigError([
      'RETENTION_DAYS: is shorter than TASK_DEADLINE_MINUTES, so tasks would be deleted while they run',
    ]);
  }
  return {
    port: env.PORT,
    host: env.HOST,
    runEnv: env.RUN_ENV,
    logLevel: env.LOG_LEVEL,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    publicUrl: env.PUBLIC_URL ?? `http://${urlHost(env.HOST)}:${env.PORT}`,
    apiBaseUrl: env.API_BASE_URL ?? '',
    trustProxy: env.TRUST_PROXY,
    websiteId: env.WEBSITE_ID,
    storageSecret: env.STORAGE_SECRET ?? null,
    product: env.PRODUCT_NAME,
    company: env.COMPANY_NAME,
    address: env.COMPANY_ADDRESS,
    email: env.SUPPORT_EMAIL,
    guestDailyCredits: env.GUEST_DAILY_CREDITS,
    retentionDays: env.RETENTION_DAYS,
    modelsFolder: env.MODELS_FOLDER ? resolve(env.MODELS_FOLDER) : null,
    engineWorkers: env.ENGINE_WORKERS,
    engineMemoryMegabytes: env.ENGINE_MEMORY_MEGABYTES,
    taskDeadlineMs: deadlineMs,
    stopGraceMs: env.STOP_GRACE_SECONDS * 1000,
  };
}
