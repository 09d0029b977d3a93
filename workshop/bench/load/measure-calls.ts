import { startHelper } from './child-process.ts';
import type { Load, LoadRequest } from './client.child.ts';
import { type Comparison, callIsFirst, compare, type Pair, type Run } from './figures.ts';
import { createVisitor, paths, startBodyOf, type Visitor } from './visitor.ts';

const connections = 10;
/** Signatures and starts write rows, so their number is small. */
const signaturesPerRun = 400;
const startVisitors = 10;
const startsPerVisitor = 3;

/** Headers that a browser always sends. */
const browser = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'en',
};

type Measured = {
  name: string;
  /** duration; if absent, each request is sent once */
  seconds?: number;
  requests: () => Promise<LoadRequest[]>;
  afterwards?: () => Promise<void>;
};

const get = (path: string, visitor?: Visitor): LoadRequest => ({
  method: 'GET',
  path,
  headers: { ...browser, ...(visitor ? { cookie: visitor.cookie() } : {}) },
});

/** New visitors, each with the highest allowed number of photos. */
async function prepareStarts(url: string, photo: Buffer) {
  const requests: LoadRequest[] = [];
  const visitors = Array.from({ length: startVisitors }, () => createVisitor(url));
  for (let nth = 0; nth < startsPerVisitor; nth += 1) {
    for (const visitor of visitors) {
      const signed = await visitor.sign();
      await visitor.upload(signed, photo);
      const headers = { 'content-type': 'application/json', ...get('', visitor).headers };
      const body = startBodyOf(signed.fileKey);
      requests.push({ method: 'POST', path: paths.start, headers, body });
    }
  }
  return { visitors, requests };
}

/** Cancels the visitors' tasks, so that the engine becomes idle again. */
async function cancelAll(visitors: readonly Visitor[]): Promise<void> {
  for (const visitor of visitors) {
    const { records } = (await visitor.call(`${paths.records}?running=1`)) as {
      records: { id: string }[];
    };
    for (const { id } of records) {
      // A task that has already ended cannot be cancelled, so a refusal is ignored.
      await visitor.send(paths.cancel(id), { method: 'POST' });
    }
    visitor.leave();
  }
}

/** Returns the calls to measure. Their visitor has records, and the first record has a result. */
async function callsOf(url: string, photo: Buffer, seconds: number): Promise<Measured[]> {
  const visitor = createVisitor(url);
  const ids: string[] = [];
  let result = '';
  for (let nth = 0; nth < 5; nth += 1) {
    const signed = await visitor.sign();
    await visitor.upload(signed, photo);
    const { id } = await visitor.start(signed.fileKey);
    result = (await visitor.finish(id)).result?.url ?? result;
    ids.push(id);
  }
  const [id = ''] = ids;
  const reading = (name: string, request: LoadRequest): Measured => ({
    name,
    seconds,
    requests: async () => [request],
  });
  let starters: Visitor[] = [];
  return [
    reading('page', get(paths.page)),
    reading('user', get(paths.user, visitor)),
    reading('detail', get(paths.detail(id), visitor)),
    reading('list', get(paths.records, visitor)),
    reading('result', get(result)),
    {
      name: 'signature',
      requests: async () =>
        Array.from({ length: signaturesPerRun }, () => get(paths.signature, visitor)),
    },
    {
      name: 'start',
      requests: async () => {
        const prepared = await prepareStarts(url, photo);
        starters = prepared.visitors;
        return prepared.requests;
      },
      afterwards: () => cancelAll(starters),
    },
  ];
}

/** Returns the number of bytes of one answer's body. */
async function sizeOf(url: string, { path, headers, method }: LoadRequest): Promise<number> {
  if (method !== 'GET') return 1500;
  const visitor = createVisitor(url);
  const { status, body } = await visitor.send(path, { headers });
  visitor.leave();
  if (status !== 200) throw new Error(`Expected a success for ${path}, got ${status}`);
  return body.length;
}

/**
 * Alternates each call with a bare server that answers the same number of bytes. One load client
 * sends all requests.
 */
export async function measureCalls(
  url: string,
  photo: Buffer,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Record<string, Comparison & { bytes: number }>> {
  const client = startHelper<Load, Run>('client.child.ts');
  const bare = startHelper<object, string>('bare.child.ts');
  const bareUrl = await bare.ask({});
  const found: Record<string, Comparison & { bytes: number }> = {};
  try {
    for (const { name, requests, afterwards, ...length } of await callsOf(url, photo, seconds)) {
      let bytes = 0;
      const pairs: Pair[] = [];
      // The first rounds warm up both servers and do not count.
      for (let round = -2; round < rounds; round += 1) {
        const sent = await requests();
        const [first] = sent;
        if (first) bytes ||= await sizeOf(url, first);
        const run = async (isBare: boolean) => {
          const target = isBare
            ? { url: bareUrl, requests: sent.map((one) => ({ ...one, path: `/${bytes}` })) }
            : { url, requests: sent };
          return await client.ask({ ...target, connections, ...length });
        };
        const isFirst = callIsFirst(round);
        const before = isFirst ? null : await run(true);
        const call = await run(false);
        const pair = { call, bare: before ?? (await run(true)) };
        await afterwards?.();
        if (round >= 0) pairs.push(pair);
      }
      found[name] = { bytes, ...compare(pairs) };
    }
    return found;
  } finally {
    await Promise.all([client.stop(), bare.stop()]);
  }
}
