import { setTimeout as wait } from 'node:timers/promises';
import { signedIn } from '../../../contract/account.ts';
import type { Arrived } from '../../../server/mail/smtp-server.fixture.ts';
import { callIsFirst, percentile, rounded } from './figures.ts';
import { createVisitor, type Visitor } from './visitor.ts';

const password = 'a long and unusual password';
/** An address may request one code per minute. */
const pauseMs = 61_000;
const mailMs = 60_000;
const restMs = 40;
const atOnce = 4;

const codePath = (email: string, type?: string) =>
  `/v1/user/${type ? `${type}/` : ''}email/${encodeURIComponent(email)}/code`;
const post = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Returns a function that finds the newest mailed code of an address. */
function createMailbox(arrived: readonly Arrived[]) {
  const codes = new Map<string, string>();
  let read = 0;
  return async (email: string): Promise<string> => {
    for (const until = performance.now() + mailMs; performance.now() < until; await wait(5)) {
      for (; read < arrived.length; read += 1) {
        const mail = arrived[read];
        const code = /\b\d{3} ?\d{3}\b/.exec(mail?.mail.subject ?? '')?.[0].replace(' ', '');
        if (code) codes.set(mail?.to[0] ?? '', code);
      }
      const code = codes.get(email);
      codes.delete(email);
      if (code) return code;
    }
    throw new Error('Expected a mail with a code');
  };
}

/** Runs the work for each item, several at a time; returns the total milliseconds. */
async function forEachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const left = [...items];
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
    }),
  );
  return performance.now() - begun;
}

export type Timing = {
  calls: number;
  knownMilliseconds: number;
  unknownMilliseconds: number;
  /** difference of the medians */
  differencePercent: number;
};

/** Times pairs of a known and an unknown address in alternating order. */
async function compareTimes(
  pairs: readonly { known: string; unknown: string }[],
  ask: (email: string) => Promise<unknown>,
): Promise<Timing> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (const [round, pair] of pairs.entries()) {
    const order = callIsFirst(round)
      ? (['known', 'unknown'] as const)
      : (['unknown', 'known'] as const);
    for (const kind of order) {
      // The mail of the previous call is still being sent. It must not count for this call.
      await wait(restMs);
      const begun = performance.now();
      await ask(pair[kind]);
      times[kind].push(performance.now() - begun);
    }
  }
  const [known, unknown] = [percentile(times.known, 0.5), percentile(times.unknown, 0.5)];
  return {
    calls: pairs.length * 2,
    knownMilliseconds: rounded(known, 2),
    unknownMilliseconds: rounded(unknown, 2),
    differencePercent: rounded((Math.abs(known - unknown) / Math.min(known, unknown)) * 100, 2),
  };
}

export type AuthFigures = {
  signInsPerSecond: number;
  passwordSignInsPerSecond: number;
  code: Timing;
  password: Timing;
  reset: Timing;
};

/**
 * Signs in the given number of accounts by code and by password. Also compares the answer times of
 * known and unknown addresses.
 */
export async function measureAuth(
  url: string,
  arrived: readonly Arrived[],
  accounts: number,
): Promise<AuthFigures> {
  const codeFor = createMailbox(arrived);
  const visitors = new Map<string, Visitor>();
  const visitor = createVisitor(url);
  const named = (name: string) =>
    Array.from({ length: accounts }, (_, n) => `${name}-${n}@example.com`);
  const known = named('known');
  const pairsWith = (name: string) =>
    named(name).map((unknown, n) => ({ known: known[n] ?? '', unknown }));

  for (const email of known) visitors.set(email, createVisitor(url));
  const byItself = (email: string) => visitors.get(email) ?? visitor;
  await forEachOf(known, async (email) => {
    await byItself(email).call(codePath(email));
    const body = { email, code: await codeFor(email), password };
    signedIn.parse(await byItself(email).call('/v1/user', post(body)));
  });

  const byPassword = await forEachOf(known, async (email) => {
    const body = { email, password };
    signedIn.parse(await byItself(email).call('/v1/user-session/email', post(body)));
  });
  const wrong = (email: string) =>
    visitor.send('/v1/user-session/email', post({ email, password: 'not the password' }));
  const passwordTiming = await compareTimes(pairsWith('nobody-password'), wrong);

  await wait(pauseMs);
  const code = await compareTimes(pairsWith('nobody-code'), (email) =>
    visitor.call(codePath(email)),
  );
  const codes = new Map<string, string>();
  for (const email of known) codes.set(email, await codeFor(email));
  const byCode = await forEachOf(known, async (email) => {
    const body = { email, code: codes.get(email) };
    signedIn.parse(await byItself(email).call('/v1/user-session/email', post(body)));
  });

  await wait(pauseMs);
  const reset = await compareTimes(pairsWith('nobody-reset'), (email) =>
    visitor.call(codePath(email, 'resetPassword')),
  );
  for (const one of [visitor, ...visitors.values()]) one.leave();
  const perSecond = (ms: number) => rounded((accounts / ms) * 1000);
  return {
    signInsPerSecond: perSecond(byCode),
    passwordSignInsPerSecond: perSecond(byPassword),
    code,
    password: passwordTiming,
    reset,
  };
}
