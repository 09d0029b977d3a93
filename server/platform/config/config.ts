import { resolve } from 'node:path';
import { z } from 'zod';
import { isSameSite } from '../http/same-site.ts';
import {
  type FirebaseConfig,
  firebaseOf,
  firebaseProblemsOf,
  firebaseVariables,
  httpUrl,
} from './firebase-config.ts';
import { type HostedConfig, hostedOf, hostedProblemsOf, hostedVariables } from './hosted-config.ts';
import { type MailConfig, mailConfigOf, mailSender, smtpUrl } from './mail-config.ts';
import {
  type PaymentsConfig,
  paymentProblemsOf,
  paymentsOf,
  paymentVariables,
} from './payments-config.ts';
import { accelerators, type RuntimeOptions } from './runtime-options.ts';
import { type S3Config, s3Of, storageProblemsOf, storageVariables } from './storage-config.ts';
import { type TracingConfig, tracingOf, tracingVariables } from './tracing-config.ts';
import {
  type TrackersConfig,
  trackerProblemsOf,
  trackersOf,
  trackerVariables,
} from './trackers-config.ts';
import { isNetwork } from './trusted-proxies.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const limit = z.coerce.number().int().min(1);
const flag = z.enum(['0', '1']).transform((value) => value === '1');

/**
 * Accepts a number of proxies, or their address ranges: `10.0.0.0/8, 127.0.0.1`, `loopback`,
 * `uniquelocal`.
 */
const proxies = z.string().transform((value, issues) => {
  if (/^\d{1,2}$/.test(value)) return Number(value) === 0 ? false : Number(value);
  const networks = value.split(',').map((network) => network.trim());
  for (const network of networks) {
    if (isNetwork(network)) continue;
    issues.addIssue({
      code: 'custom',
      message: `"${network}" is neither an address range nor a number of proxies`,
    });
  }
  return networks;
});

/** Accepts names that are separated by commas. */
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean),
);

/** Accepts execution providers in the order of trial, such as `cuda, webgpu`. */
const listOfAccelerators = list.pipe(z.array(z.enum(accelerators))).default([]);

const roles = ['web', 'worker'] as const;
export type Role = (typeof roles)[number];

/** The company outside production. `.env.example` contains it too, so it may also be set. */
const example = {
  company: 'Example Company',
  address: '1 Example Street, 12345 Example City',
  email: 'support@example.com',
};

const variables = z.object({
  PORT: port.default(8787),
  HOST: z.string().default('127.0.0.1'),
  RUN_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DATA_DIR: z.string().default('./data'),
  ROLES: list.pipe(z.array(z.enum(roles)).min(1)).default([...roles]),
  WORKER_FUNCTIONS: list.pipe(z.array(z.string()).min(1)).optional(),
  BUILDS_DIR: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUBLIC_URL: httpUrl.optional(),
  API_BASE_URL: httpUrl.optional(),
  API_PAGE: flag.optional(),
  TRUST_PROXY: proxies.default(false),
  WEBSITE_ID: z.string().max(64).default('lightwell'),
  ...storageVariables,
  PRODUCT_NAME: z.string().max(60).default('Lightwell'),
  COMPANY_NAME: z.string().max(200).default(example.company),
  COMPANY_ADDRESS: z.string().max(400).default(example.address),
  COMPANY_DETAILS: z.string().max(1000).default(''),
  PROCESSORS: z.string().max(1000).default(''),
  SUPPORT_EMAIL: z.email().default(example.email),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailSender.optional(),
  CONTACT_MESSAGES_PER_HOUR: limit.default(10),
  ...firebaseVariables,
  ...paymentVariables,
  ...trackerVariables,
  ...tracingVariables,
  ADMIN_TOKEN: z.string().min(32, 'needs 32 characters or more').max(400).optional(),
  METRICS_TOKEN: z.string().min(32, 'needs 32 characters or more').max(400).optional(),
  GUEST_DAILY_CREDITS: z.coerce.number().int().min(0).default(20),
  WELCOME_CREDITS: z.coerce.number().int().min(0).max(1_000_000).default(20),
  NEW_GUESTS_PER_ADDRESS: limit.default(100),
  UNUSED_UPLOADS_PER_VISITOR: limit.default(20),
  UNUSED_UPLOADS_PER_ADDRESS: limit.default(100),
  UNUSED_UPLOADS_IN_ALL: limit.default(1000),
  REQUESTS_PER_MINUTE: limit.default(120),
  PREVIEW_SECONDS_PER_MINUTE: limit.default(15),
  SIGN_INS_PER_MINUTE: limit.default(30),
  CODES_PER_SUBNET: limit.default(60),
  CODES_PER_SUBNET_AND_ADDRESS: limit.default(10),
  CODES_PER_ADDRESS: limit.default(20),
  CODES_FOR_KNOWN_BROWSERS: limit.default(10),
  DISK_RESERVE_MB: z.coerce.number().int().min(0).default(500),
  RETENTION_DAYS: z.coerce.number().int().min(1).max(3650).default(30),
  MODELS_FOLDER: z.string().optional(),
  NETWORKS_FOLDER: z.string().optional(),
  ...hostedVariables,
  ENGINE_WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  ENGINE_ARITHMETIC: z.enum(['auto', 'float', 'int8']).default('auto'),
  ENGINE_ACCELERATORS: listOfAccelerators,
  ENGINE_MEMORY_MEGABYTES: z.coerce.number().int().min(500).default(2000),
  TASK_DEADLINE_MINUTES: z.coerce.number().int().min(1).default(60),
  STOP_DRAIN_SECONDS: z.coerce.number().min(0).max(600).default(0),
  STOP_GRACE_SECONDS: z.coerce.number().min(0).max(600).default(0),
});

/** Configuration of the server. Names follow `.env.example`. Paths are absolute. */
export type Config = {
  port: number;
  host: string;
  runEnv: 'development' | 'test' | 'production';
  logLevel: string;
  dataDir: string;
  /** `web` answers visitors; `worker` runs tasks, sends mails and sweeps */
  roles: Role[];
  /** codes of the functions whose tasks this process runs; null for all */
  workerFunctions: string[] | null;
  /** folder that processes of different builds share; null if this process uses only `dist` */
  buildsDir: string | null;
  databaseUrl: string | null;
  publicUrl: string;
  /** empty if the API has the same origin as the page */
  apiBaseUrl: string;
  /** true to serve the description of the API at /docs */
  apiPage: boolean;
  /** number of proxies, or their address ranges */
  trustProxy: false | number | string[];
  websiteId: string;
  storageSecret: string | null;
  /** null if files are stored in the data directory */
  s3: S3Config | null;
  product: string;
  company: string;
  address: string;
  /** what else the law requires of an imprint; may be empty */
  companyDetails: string;
  processors: string;
  email: string;
  mail: MailConfig;
  firebase: FirebaseConfig | null;
  payments: PaymentsConfig;
  /**
   * external services for analytics and advertising; null outside production, or if none is
   * configured
   */
  trackers: TrackersConfig | null;
  /** access to /admin; null disables that page */
  adminToken: string | null;
  /** access to /metrics; null disables that address */
  metricsToken: string | null;
  /** null if no traces are sent */
  tracing: TracingConfig | null;
  /** free credits per guest and day */
  guestDailyCredits: number;
  /** credits that each new account gets once */
  welcomeCredits: number;
  limits: {
    /** new guests from one IP address within 24 hours */
    newGuestsPerAddress: number;
    /** stored uploads that no task has used yet */
    unusedUploadsPerVisitor: number;
    unusedUploadsPerAddress: number;
    unusedUploadsInAll: number;
    /**
     * requests per minute and IP address, separately for each kind of request that stores or starts
     * something
     */
    requestsPerMinute: number;
    /** engine time for previews, per minute and IP address */
    previewMsPerMinute: number;
    /** limits for one subnet and for one reply address, counted separately */
    contactMessagesPerHour: number;
    /** limits for sign-in attempts and for code requests, counted separately for each IP address */
    signInsPerMinute: number;
    /** codes within an hour, requested from one subnet */
    codesPerSubnet: number;
    /** codes within an hour for one mailbox, requested from one subnet */
    codesPerSubnetAndAddress: number;
    /** codes of one kind within 24 hours for one mailbox */
    codesPerAddress: number;
    /** extra codes for browsers that have signed in to the mailbox before */
    codesForKnownBrowsers: number;
    /** if less disk space is free, no new data is stored */
    diskReserveBytes: number;
  };
  retentionDays: number;
  modelsFolder: string | null;
  /** for tests: folder with networks that replace those of `models/built/` */
  networksFolder: string | null;
  /** null if functions of the operator's models that a provider runs are not offered */
  hosted: HostedConfig | null;
  engineWorkers: number;
  engineRuntime: RuntimeOptions;
  engineMemoryMegabytes: number;
  taskDeadlineMs: number;
  /** time after a stop signal in which requests are still accepted */
  stopDrainMs: number;
  stopGraceMs: number;
};

/** Thrown with all problems of the configuration, one per line of the message. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(['The server cannot start with these settings:', ...problems].join('\n  '));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Encloses an IPv6 address in brackets, as URLs require. */
export const urlHost = (host: string) => (host.includes(':') ? `[${host}]` : host);

/** Returns problems of settings that every production server needs. */
function productionProblemsOf(env: z.output<typeof variables>): string[] {
  const problems: string[] = [];
  if (!env.PUBLIC_URL) {
    problems.push('PUBLIC_URL: production needs the address that visitors use');
  }
  if (!env.SMTP_URL) {
    problems.push(
      'SMTP_URL: production needs a mail server, smtp://user:password@host:587 or smtps://…; `off` runs it without sign-in by mail and without contact form',
    );
  }
  const named = [
    ['COMPANY_NAME', env.COMPANY_NAME === example.company],
    ['COMPANY_ADDRESS', env.COMPANY_ADDRESS === example.address],
    ['SUPPORT_EMAIL', env.SUPPORT_EMAIL === example.email],
  ] as const;
  for (const [name, isExample] of named) {
    if (!isExample) continue;
    problems.push(`${name}: production needs yours, because legal pages and mails contain it`);
  }
  return problems;
}

/** Returns problems that concern several variables. */
function problemsOf(env: z.output<typeof variables>, publicUrl: string): string[] {
  const problems = [
    ...storageProblemsOf(env),
    ...firebaseProblemsOf(env),
    ...paymentProblemsOf(env),
    ...trackerProblemsOf(env, publicUrl),
    ...hostedProblemsOf(env),
    ...(env.RUN_ENV === 'production' ? productionProblemsOf(env) : []),
  ];
  if (!env.DATABASE_URL && roles.some((role) => !env.ROLES.includes(role))) {
    problems.push(
      'ROLES: the embedded database serves only one process, which needs the roles web and worker; set DATABASE_URL or remove ROLES',
    );
  }
  if (env.WORKER_FUNCTIONS && !env.ROLES.includes('worker')) {
    problems.push('WORKER_FUNCTIONS: only workers run functions; add worker to ROLES or remove it');
  }
  if (env.NETWORKS_FOLDER && env.RUN_ENV !== 'test') {
    problems.push(
      'NETWORKS_FOLDER: only tests replace the networks; set RUN_ENV=test or remove it',
    );
  }
  if (env.SMTP_URL && env.SMTP_URL !== 'off' && !env.MAIL_FROM) {
    problems.push('MAIL_FROM: say which address of yours mails come from');
  }
  if (env.API_BASE_URL && !isSameSite(new URL(publicUrl), new URL(env.API_BASE_URL))) {
    problems.push(
      'API_BASE_URL: must be on the same site as PUBLIC_URL, with the same protocol: browsers keep no cookies of another one',
    );
  }
  if (env.RETENTION_DAYS * 86_400_000 < env.TASK_DEADLINE_MINUTES * 60_000) {
    problems.push(
      'RETENTION_DAYS: is shorter than TASK_DEADLINE_MINUTES, so tasks would be deleted while they run',
    );
  }
  return problems;
}

/**
 * Former names of limits. They are refused, because an ignored name would silently restore the
 * default.
 */
const renamed = [
  ['CODES_PER_NETWORK', 'CODES_PER_SUBNET'],
  ['CODES_PER_NETWORK_AND_ADDRESS', 'CODES_PER_SUBNET_AND_ADDRESS'],
] as const;

/**
 * Reads the configuration from environment variables.
 * @throws ConfigError that lists every invalid variable
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // An empty value in a .env file means that the variable is not set.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const former = renamed
    .filter(([name]) => given[name] !== undefined)
    .map(([name, now]) => `${name}: is now called ${now}; rename it`);
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError([...former, ...wrong]);
  }
  const env = parsed.data;
  const publicUrl = env.PUBLIC_URL ?? `http://${urlHost(env.HOST)}:${env.PORT}`;
  const problems = [...former, ...problemsOf(env, publicUrl)];
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    port: env.PORT,
    host: env.HOST,
    runEnv: env.RUN_ENV,
    logLevel: env.LOG_LEVEL,
    dataDir: resolve(env.DATA_DIR),
    roles: roles.filter((role) => env.ROLES.includes(role)),
    workerFunctions: env.WORKER_FUNCTIONS ?? null,
    buildsDir: env.BUILDS_DIR ? resolve(env.BUILDS_DIR) : null,
    databaseUrl: env.DATABASE_URL ?? null,
    publicUrl,
    apiBaseUrl: env.API_BASE_URL ?? '',
    apiPage: env.API_PAGE ?? env.RUN_ENV !== 'production',
    trustProxy: env.TRUST_PROXY,
    websiteId: env.WEBSITE_ID,
    storageSecret: env.STORAGE_SECRET ?? null,
    s3: s3Of(env),
    product: env.PRODUCT_NAME,
    company: env.COMPANY_NAME,
    address: env.COMPANY_ADDRESS,
    companyDetails: env.COMPANY_DETAILS,
    processors: env.PROCESSORS,
    email: env.SUPPORT_EMAIL,
    mail: mailConfigOf(env),
    firebase: firebaseOf(env),
    payments: paymentsOf(env),
    trackers: trackersOf(env),
    adminToken: env.ADMIN_TOKEN ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    tracing: tracingOf(env),
    guestDailyCredits: env.GUEST_DAILY_CREDITS,
    welcomeCredits: env.WELCOME_CREDITS,
    limits: {
      newGuestsPerAddress: env.NEW_GUESTS_PER_ADDRESS,
      unusedUploadsPerVisitor: env.UNUSED_UPLOADS_PER_VISITOR,
      unusedUploadsPerAddress: env.UNUSED_UPLOADS_PER_ADDRESS,
      unusedUploadsInAll: env.UNUSED_UPLOADS_IN_ALL,
      requestsPerMinute: env.REQUESTS_PER_MINUTE,
      previewMsPerMinute: env.PREVIEW_SECONDS_PER_MINUTE * 1000,
      contactMessagesPerHour: env.CONTACT_MESSAGES_PER_HOUR,
      signInsPerMinute: env.SIGN_INS_PER_MINUTE,
      codesPerSubnet: env.CODES_PER_SUBNET,
      codesPerSubnetAndAddress: env.CODES_PER_SUBNET_AND_ADDRESS,
      codesPerAddress: env.CODES_PER_ADDRESS,
      codesForKnownBrowsers: env.CODES_FOR_KNOWN_BROWSERS,
      diskReserveBytes: env.DISK_RESERVE_MB * 1_000_000,
    },
    retentionDays: env.RETENTION_DAYS,
    modelsFolder: env.MODELS_FOLDER ? resolve(env.MODELS_FOLDER) : null,
    networksFolder: env.NETWORKS_FOLDER ? resolve(env.NETWORKS_FOLDER) : null,
    hosted: hostedOf(env),
    engineWorkers: env.ENGINE_WORKERS,
    engineRuntime: {
      arithmetic: env.ENGINE_ARITHMETIC,
      accelerators: env.ENGINE_ACCELERATORS,
    },
    engineMemoryMegabytes: env.ENGINE_MEMORY_MEGABYTES,
    taskDeadlineMs: env.TASK_DEADLINE_MINUTES * 60_000,
    stopDrainMs: env.STOP_DRAIN_SECONDS * 1000,
    stopGraceMs: env.STOP_GRACE_SECONDS * 1000,
  };
}
