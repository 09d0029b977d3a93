import { setTimeout as wait } from 'node:timers/promises';
import { startHelper } from './child-process.ts';
import { percentile, rounded } from './figures.ts';
import { type Flood, type FloodQuestion, floods } from './flood.child.ts';
import { createVisitor, paths, Refused, type Visitor } from './visitor.ts';

/** Pause between two rounds. It gives about 90 rounds a minute, below every limit per address. */
const roundEveryMs = 650;

export type PoliteFigures = {
  calls: number;
  p99Milliseconds: number;
  slowestMilliseconds: number;
  slowestCall: string;
  /** p99 of the prerendered page alone, which shows the delay of the event loop */
  pageP99Milliseconds: number;
  refused: number;
  /** answers to the flood per second, including refusals */
  floodPerSecond: number;
};

type Timing = { name: string; milliseconds: number };

/**
 * Loads the page, the user and a signature. Then uploads a photo, starts a task, loads its record,
 * cancels and deletes it.
 */
async function politeRound(visitor: Visitor, photo: Buffer, timings: Timing[]): Promise<void> {
  async function timed<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
    const from = performance.now();
    try {
      return await act();
    } finally {
      timings.push({ name, milliseconds: performance.now() - from });
    }
  }
  await timed('page', async () => {
    const { status } = await visitor.send(paths.page, { headers: { 'accept-language': 'en' } });
    if (status !== 200) throw new Refused(`The page was answered with the status ${status}`);
  });
  await timed('user', () => visitor.call(paths.user));
  const signed = await timed('signature', () => visitor.sign());
  await timed('upload', () => visitor.upload(signed, photo));
  const { id } = await timed('start', () => visitor.start(signed.fileKey));
  await timed('detail', () => visitor.call(paths.detail(id)));
  // A refusal is ignored, because the task may have ended already.
  await visitor.send(paths.cancel(id), { method: 'POST' });
  await timed('delete', () => visitor.call(`${paths.records}/${id}`, { method: 'DELETE' }));
}

async function bePolite(url: string, photo: Buffer, seconds: number) {
  const visitor = createVisitor(url);
  const timings: Timing[] = [];
  const refusals: string[] = [];
  // The first round starts the processes that inspect photos, so it does not count.
  await politeRound(visitor, photo, []).catch((error: unknown) => refusals.push(String(error)));
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const next = performance.now() + roundEveryMs;
    await politeRound(visitor, photo, timings).catch((error: unknown) => {
      refusals.push(String(error));
    });
    await wait(Math.max(0, next - performance.now()));
  }
  visitor.leave();
  return { timings, refusals };
}

async function measureOne(
  url: string,
  photo: Buffer,
  { kind, seconds, address }: { kind: Flood | null; seconds: number; address: string },
): Promise<{ figures: PoliteFigures; all: number[]; refusals: string[] }> {
  const flood = kind ? startHelper<FloodQuestion, number>('flood.child.ts') : null;
  try {
    if (kind)
      await flood?.ask({ begin: kind, url, address, photoBase64: photo.toString('base64') });
    const { timings, refusals } = await bePolite(url, photo, seconds);
    const answers = (await flood?.ask({ end: true })) ?? 0;
    const all = timings.map(({ milliseconds }) => milliseconds);
    const [slowest] = timings.toSorted((a, b) => b.milliseconds - a.milliseconds);
    const pages = timings.filter(({ name }) => name === 'page');
    return {
      all,
      refusals,
      figures: {
        calls: all.length,
        p99Milliseconds: rounded(percentile(all, 0.99)),
        slowestMilliseconds: rounded(slowest?.milliseconds ?? Number.NaN),
        slowestCall: slowest?.name ?? 'none',
        pageP99Milliseconds: rounded(
          percentile(
            pages.map(({ milliseconds }) => milliseconds),
            0.99,
          ),
        ),
        refused: refusals.length,
        floodPerSecond: Math.round(answers / seconds),
      },
    };
  } finally {
    await flood?.stop();
  }
}

export type Politeness = {
  floods: Record<string, PoliteFigures>;
  /** p99 of all calls during all floods together */
  p99Milliseconds: number;
  refused: number;
  refusals: string[];
};

/** Measures one sequential client while another client, from another address, floods. */
export async function measurePolite(
  url: string,
  photo: Buffer,
  seconds: number,
): Promise<Politeness> {
  const found: Record<string, PoliteFigures> = {};
  const all: number[] = [];
  const refusals: string[] = [];
  for (const [nth, kind] of [null, ...floods].entries()) {
    const one = await measureOne(url, photo, { kind, seconds, address: `127.0.0.${nth + 2}` });
    found[kind ?? 'none'] = one.figures;
    if (!kind) continue;
    all.push(...one.all);
    refusals.push(...one.refusals);
  }
  return {
    floods: found,
    p99Milliseconds: rounded(percentile(all, 0.99)),
    refused: refusals.length,
    refusals,
  };
}
