import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { productionEnv } from '../../testing/production-env.fixture.ts';
import { ConfigError, readConfig } from './config.ts';

const problemsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
};

test('needs no variable', () => {
  expect(readConfig({})).toMatchObject({
    port: 8787,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:8787',
    guestDailyCredits: 20,
    welcomeCredits: 20,
    product: 'Lightwell',
    logLevel: 'info',
  });
});

test('lists every problem at once', () => {
  const problems = problemsOf({
    PORT: '99999',
    RUN_ENV: 'staging',
    DATABASE_URL: 'mysql://x',
    SUPPORT_EMAIL: 'nobody',
    STORAGE_SECRET: 'short',
  });
  expect(problems.map((problem) => problem.split(':')[0])).toEqual([
    'PORT',
    'RUN_ENV',
    'DATABASE_URL',
    'STORAGE_SECRET',
    'SUPPORT_EMAIL',
  ]);
});

test.each([
  ['0', false],
  ['1', 1],
  ['3', 3],
  ['10.0.0.0/8, 127.0.0.1,loopback', ['10.0.0.0/8', '127.0.0.1', 'loopback']],
  ['2001:db8::/32', ['2001:db8::/32']],
])('TRUST_PROXY takes %j', (value, wanted) => {
  expect(readConfig({ TRUST_PROXY: value }).trustProxy).toEqual(wanted);
});

test.each(['yes', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0/8', '10.0.0.1/', '-1', '10.0.0.1,'])(
  'TRUST_PROXY refuses %j',
  (value) => {
    expect(problemsOf({ TRUST_PROXY: value }).join()).toContain('TRUST_PROXY');
  },
);

test('production needs its address, a mail server and a company, and serves no description of the calls by default', () => {
  expect(problemsOf({ RUN_ENV: 'production' })).toEqual([
    expect.stringMatching(/^PUBLIC_URL: /),
    expect.stringMatching(/^SMTP_URL: .*`off`/),
    expect.stringMatching(/^COMPANY_NAME: /),
    expect.stringMatching(/^COMPANY_ADDRESS: /),
    expect.stringMatching(/^SUPPORT_EMAIL: /),
  ]);
  expect(readConfig(productionEnv).apiPage).toBe(false);
  expect(readConfig({ ...productionEnv, API_PAGE: '1' }).apiPage).toBe(true);
  expect(readConfig({}).apiPage).toBe(true);
});

test('production refuses the company of .env.example', () => {
  const copied = { ...productionEnv, COMPANY_NAME: 'Example Company' };
  expect(problemsOf(copied)).toEqual([expect.stringMatching(/^COMPANY_NAME: /)]);
});

test('the former name of a limit is a problem and does not restore the default', () => {
  expect(problemsOf({ CODES_PER_NETWORK: '3', CODES_PER_NETWORK_AND_ADDRESS: '2' })).toEqual([
    'CODES_PER_NETWORK: is now called CODES_PER_SUBNET; rename it',
    'CODES_PER_NETWORK_AND_ADDRESS: is now called CODES_PER_SUBNET_AND_ADDRESS; rename it',
  ]);
});

test.each([
  ['development', ['NETWORKS_FOLDER']],
  ['production', ['NETWORKS_FOLDER']],
  ['test', []],
])('in %s, replaced networks are a problem: %j', (RUN_ENV, names) => {
  const problems = problemsOf({ ...productionEnv, RUN_ENV, NETWORKS_FOLDER: '/tmp' });
  expect(problems.map((problem) => problem.split(':')[0])).toEqual(names);
});

test.each([
  ['https://www.lightwell.example', 'https://api.lightwell.example', true],
  ['https://lightwell.example', 'https://api.lightwell.example/base', true],
  ['https://lightwell.example', 'https://lightwell.example:8443', true],
  ['http://127.0.0.1:8787', 'http://127.0.0.1:9000', true],
  ['https://lightwell.example', 'https://api.other.example', false],
  ['https://lightwell.example', 'http://api.lightwell.example', false],
  ['https://a.co.uk', 'https://b.co.uk', false],
  ['https://lightwell.example', 'https://other.example', false],
  ['http://127.0.0.1', 'http://1.0.0.1', false],
  ['https://lightwell.example', 'https://evil-lightwell.example', false],
])('pages of %s may use calls of %s: %j', (page, api, isAllowed) => {
  const problems = problemsOf({ PUBLIC_URL: page, API_BASE_URL: api });
  expect(problems.length === 0).toBe(isAllowed);
});

test.each(['https://u:p@a.example', 'https://a.example/?x=1', 'https://a.example/#x', 'a.example'])(
  'PUBLIC_URL refuses %s',
  (value) => {
    expect(problemsOf({ PUBLIC_URL: value }).join()).toMatch(/^PUBLIC_URL: /);
  },
);

test('a token for hosted functions needs manifests, and production sends photos only over https', () => {
  const token = { REPLICATE_API_TOKEN: 'r8_a_token' };
  expect(readConfig({}).hosted).toBeNull();
  expect(readConfig({ ...token, MODELS_FOLDER: 'models' }).hosted).toEqual({
    url: 'https://api.replicate.com/v1',
    token: 'r8_a_token',
    places: 2,
  });
  const wrong = { ...token, RUN_ENV: 'production', REPLICATE_API_URL: 'http://example.com' };
  expect(() => readConfig(wrong)).toThrow(/REPLICATE_API_TOKEN: .*\n.*REPLICATE_API_URL: /);
  expect(() => readConfig({ REPLICATE_API_TOKEN: 'short', HOSTED_WORKERS: '0' })).toThrow(
    /REPLICATE_API_TOKEN: is not a token\n.*HOSTED_WORKERS: /,
  );
});

test('traces are sent to a collector if its address is set, with its headers', () => {
  expect(readConfig({ OTEL_SERVICE_NAME: 'web' }).tracing).toBeNull();
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
  expect(readConfig(collector).tracing).toEqual({
    endpoint: 'http://collector:4318',
    headers: {},
    serviceName: 'lightwell',
  });
  const headers = 'authorization=Basic%20YTpi=, x-tenant=a';
  expect(
    readConfig({ ...collector, OTEL_EXPORTER_OTLP_HEADERS: headers }).tracing?.headers,
  ).toEqual({ authorization: 'Basic YTpi=', 'x-tenant': 'a' });
  for (const wrong of ['token', 'a=', 'a=b,', 'a=%', 'a=b%0Ac']) {
    expect(problemsOf({ OTEL_EXPORTER_OTLP_HEADERS: wrong })).toEqual([
      'OTEL_EXPORTER_OTLP_HEADERS: needs name=value pairs, separated by commas',
    ]);
  }
});

test('an empty value counts as missing', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(8787);
});

test('the example file runs unchanged and shows every default', () => {
  const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  const variables = parseEnv(example) as Record<string, string>;
  expect(readConfig(variables)).toEqual(readConfig({}));
  const files = [
    ...['./config.ts', './firebase-config.ts', './payments-config.ts', './storage-config.ts'],
    ...['./trackers-config.ts', './hosted-config.ts', './tracing-config.ts'],
  ];
  const known = files.flatMap((file) => {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8');
    return [...source.matchAll(/^ {2}([A-Z0-9_]+):/gm)].map(([, name]) => name);
  });
  expect(Object.keys(variables).sort()).toEqual(known.sort());
});

const from = { name: 'Lightwell', address: 'support@example.com' };

test('mails stay in the outbox unless a mail server is set or they are switched off', () => {
  expect(readConfig({}).mail).toEqual({ kind: 'outbox', from });
  expect(readConfig({ SMTP_URL: 'off' }).mail).toEqual({ kind: 'off', from });
  const url = 'smtps://user:secret@mail.example:465';
  expect(readConfig({ SMTP_URL: url, MAIL_FROM: 'hello@lightwell.example' }).mail).toEqual({
    kind: 'smtp',
    url,
    from: { name: 'Lightwell', address: 'hello@lightwell.example' },
  });
});

test.each([
  ['hello@lightwell.example', 'Lightwell', 'hello@lightwell.example'],
  ['The Well <hello@lightwell.example>', 'The Well', 'hello@lightwell.example'],
  ['"Well, the" <hello@lightwell.example>', 'Well, the', 'hello@lightwell.example'],
  ['<hello@lightwell.example>', 'Lightwell', 'hello@lightwell.example'],
])('MAIL_FROM takes %j', (value, name, address) => {
  expect(readConfig({ MAIL_FROM: value }).mail.from).toEqual({ name, address });
});

test.each([
  'nobody',
  'a@b',
  'Name <nobody>',
  'a@b.example, c@d.example',
  'a@b.example\nBcc: c@d.example',
])('MAIL_FROM refuses %j', (value) => {
  expect(problemsOf({ MAIL_FROM: value })).toEqual([expect.stringMatching(/^MAIL_FROM: /)]);
});

test('SMTP_URL needs a sender, and is never repeated in a problem', () => {
  expect(problemsOf({ SMTP_URL: 'smtp://user:secret@mail.example' })).toEqual([
    expect.stringMatching(/^MAIL_FROM: /),
  ]);
  for (const url of ['https://user:secret@mail.example', 'smtp://', 'user:secret@mail.example']) {
    const [problem, ...more] = problemsOf({ SMTP_URL: url });
    expect([problem, more]).toEqual([expect.stringMatching(/^SMTP_URL: /), []]);
    expect(problem).not.toContain('secret');
  }
});

test('refuses a retention time that is shorter than a task may take', () => {
  const keeping = (minutes: number) =>
    readConfig({ RETENTION_DAYS: '1', TASK_DEADLINE_MINUTES: String(minutes) });
  expect(() => keeping(1441)).toThrow('RETENTION_DAYS: ');
  expect(keeping(1440).taskDeadlineMs).toBe(86_400_000);
});

describe('the engine', () => {
  test('measures what is faster by default, without accelerators', () => {
    const { engineRuntime } = readConfig({});
    expect(engineRuntime).toEqual({ arithmetic: 'auto', accelerators: [] });
  });

  test('tries accelerators in their configured order', () => {
    const { engineRuntime } = readConfig({ ENGINE_ACCELERATORS: 'cuda, webgpu' });
    expect(engineRuntime.accelerators).toEqual(['cuda', 'webgpu']);
  });

  test('reports an unknown accelerator and an unknown arithmetic', () => {
    const read = () => readConfig({ ENGINE_ACCELERATORS: 'turbo', ENGINE_ARITHMETIC: 'int4' });
    expect(read).toThrow(/ENGINE_ARITHMETIC[\s\S]*ENGINE_ACCELERATORS/);
  });
});

describe('the identity provider', () => {
  const project = { FIREBASE_PROJECT_ID: 'demo-lightwell' };
  const emulator = { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };
  test('is off without a project', () => {
    expect(readConfig({}).firebase).toBeNull();
    expect(readConfig({ ...project, FIREBASE_API_KEY: 'key' }).firebase).toMatchObject({
      projectId: 'demo-lightwell',
      authDomain: 'demo-lightwell.firebaseapp.com',
      emulatorHost: null,
    });
  });

  test('may be the emulator for a demo project only, and never in production', () => {
    expect(readConfig({ ...project, ...emulator }).firebase?.emulatorHost).toBe('127.0.0.1:9099');
    for (const wrong of [
      emulator,
      { ...emulator, FIREBASE_PROJECT_ID: 'lightwell' },
      { ...project, ...emulator, ...productionEnv },
      { ...project, FIREBASE_AUTH_EMULATOR_HOST: 'http://127.0.0.1' },
      project,
    ]) {
      expect(() => readConfig(wrong)).toThrow('FIREBASE_');
    }
  });
});

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const airwallex = {
  AIRWALLEX_CLIENT_ID: 'client',
  AIRWALLEX_API_KEY: 'key',
  AIRWALLEX_WEBHOOK_SECRET: 'secret',
};

test.each([
  ['stripe', {}, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']],
  ['stripe', { STRIPE_SECRET_KEY: 'rk_live_1' }, ['STRIPE_WEBHOOK_SECRET']],
  ['stripe', stripe, []],
  ['airwallex', stripe, Object.keys(airwallex)],
  ['airwallex', airwallex, []],
  ['stripe, airwallex, sandbox', { ...stripe, ...airwallex }, []],
  ['stripe', { ...stripe, STRIPE_SECRET_KEY: 'pk_live_1' }, ['STRIPE_SECRET_KEY']],
  ['stripe', { ...stripe, STRIPE_WEBHOOK_SECRET: 'sk_1' }, ['STRIPE_WEBHOOK_SECRET']],
  ['stripe', { ...stripe, STRIPE_API_URL: 'http://proxy.example' }, ['STRIPE_API_URL']],
  ['stripe', { ...stripe, STRIPE_API_URL: 'http://127.0.0.1:12111' }, []],
  ['paypal', {}, ['PAYMENT_PROVIDERS']],
])('PAYMENT_PROVIDERS=%s with %o lacks %o', (PAYMENT_PROVIDERS, keys, lacking) => {
  const problems = problemsOf({ PAYMENT_PROVIDERS, ...keys });
  expect(problems.map((problem) => problem.split(':')[0])).toEqual(lacking);
});

test('ignores keys of a provider that is not listed', () => {
  const { payments } = readConfig({ ...stripe, ...airwallex });
  expect(payments).toMatchObject({ providers: ['sandbox'], stripe: null, airwallex: null });
});

test('the sandbox takes payments, in production only if it is listed', () => {
  const named = { ...productionEnv, PAYMENT_PROVIDERS: 'sandbox' };
  expect(readConfig({}).payments.providers).toEqual(['sandbox']);
  expect(readConfig(productionEnv).payments.providers).toEqual([]);
  expect(readConfig(named).payments.providers).toEqual(['sandbox']);
  expect(() => readConfig({ PAYMENT_PROVIDERS: 'sandbox, cash' })).toThrow(
    'cash is not a provider',
  );
});

test('every problem of a price list is reported at the start', () => {
  const file = new URL('../../../package.json', import.meta.url).pathname;
  expect(() => readConfig({ PRICES_FILE: file })).toThrow(/PRICES_FILE: products/);
  expect(() => readConfig({ PRICES_FILE: '/nowhere.json' })).toThrow(/PRICES_FILE: ENOENT/);
});

describe('outside services', () => {
  const all = {
    AMPLITUDE_KEY: 'abcdef0123456789',
    GA_ID: 'G-ABC1234567',
    META_PIXEL_ID: '1234567890',
    TIKTOK_PIXEL_ID: 'C4ABCDEF0123456789',
  };

  test('are the configured ones, and only in production (R55)', () => {
    expect(readConfig(productionEnv).trackers).toBeNull();
    expect(readConfig(all).trackers).toBeNull();
    expect(readConfig({ ...productionEnv, GA_ID: all.GA_ID }).trackers).toEqual({
      gaId: all.GA_ID,
    });
    const zone = { AMPLITUDE_ZONE: 'EU', AMPLITUDE_BATCH: '1' };
    expect(readConfig({ ...productionEnv, ...all, ...zone }).trackers).toEqual({
      amplitude: { key: all.AMPLITUDE_KEY, zone: 'EU', batch: true, serverUrl: null },
      gaId: all.GA_ID,
      metaPixelId: all.META_PIXEL_ID,
      tiktokPixelId: all.TIKTOK_PIXEL_ID,
    });
  });

  test.each([
    [{ AMPLITUDE_KEY: '<key>' }, 'AMPLITUDE_KEY'],
    [{ AMPLITUDE_ZONE: 'eu' }, 'AMPLITUDE_ZONE'],
    [{ AMPLITUDE_BATCH: 'yes' }, 'AMPLITUDE_BATCH'],
    [{ AMPLITUDE_SERVER_URL: 'https://c.example' }, 'AMPLITUDE_SERVER_URL'],
    [{ ...all, AMPLITUDE_SERVER_URL: 'http://c.example' }, 'AMPLITUDE_SERVER_URL'],
    [{ GA_ID: 'UA-1234-1' }, 'GA_ID'],
    [{ META_PIXEL_ID: 'pixel' }, 'META_PIXEL_ID'],
    [{ TIKTOK_PIXEL_ID: "'; x" }, 'TIKTOK_PIXEL_ID'],
  ])('%o is refused', (wrong, name) => {
    expect(problemsOf({ ...productionEnv, ...wrong })).toEqual([
      expect.stringMatching(new RegExp(`^${name}: `)),
    ]);
  });

  test('a collector on the same machine may use an unencrypted address', () => {
    const local = { ...all, AMPLITUDE_SERVER_URL: 'http://127.0.0.1:9000' };
    expect(readConfig({ ...productionEnv, ...local }).trackers?.amplitude?.serverUrl).toBe(
      'http://127.0.0.1:9000',
    );
  });
});
