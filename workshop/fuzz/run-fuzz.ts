import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { compose } from '../../server/composition/compose.ts';
import { createFakeEngine } from '../../server/engine/testing/fake-engine.fixture.ts';
import { readConfig } from '../../server/platform/config/config.ts';
import { openEmbedded } from '../../server/platform/database/database.ts';
import {
  openSocket,
  type RawAnswer,
  readAnswer,
} from '../../server/platform/http/raw-socket.fixture.ts';
import { createLogger } from '../../server/platform/log/logger.ts';
import { unlockedDataDir } from '../../server/testing/data-dir.fixture.ts';
import { createVisitor, photo } from '../../server/testing/visitor.fixture.ts';
import { callRequests, type FuzzRequest, type Known } from './call-requests.ts';
import { grammarRequests } from './grammars.ts';
import { judge } from './verdict.ts';

const answerWithinMs = 20_000;
/** Time after which the sender closes the connection of an incomplete request. */
const endAfterMs = 500;
const atOnce = 8;
const batchSize = 500;

/**
 * Raised limits, which would otherwise stop most requests early. The limits have their own tests.
 */
const unlimited = {
  LOG_LEVEL: 'silent',
  NEW_GUESTS_PER_ADDRESS: '1000000000',
  UNUSED_UPLOADS_PER_VISITOR: '1000000000',
  UNUSED_UPLOADS_PER_ADDRESS: '1000000000',
  UNUSED_UPLOADS_IN_ALL: '1000000000',
  REQUESTS_PER_MINUTE: '1000000000',
  SIGN_INS_PER_MINUTE: '1000000000',
  CODES_PER_SUBNET: '1000000000',
  CODES_PER_SUBNET_AND_ADDRESS: '1000000000',
  CODES_PER_ADDRESS: '1000000000',
  CONTACT_MESSAGES_PER_HOUR: '1000000000',
};

export type FuzzResult = {
  requests: number;
  serverErrors: number;
  undocumented: number;
  hangs: number;
  /** the first few wrong answers */
  examples: { verdict: string; request: string; answer: string }[];
};

/** Returns null if the server closed without an answer, undefined if nothing happened in time. */
async function send(
  port: number,
  { bytes, isWhole }: FuzzRequest,
): Promise<RawAnswer | null | undefined> {
  const socket = await openSocket(port);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), answerWithinMs);
  socket.once('close', () => resolve(true));
  socket.write(bytes);
  const ending = isWhole ? undefined : setTimeout(() => socket.end(), endAfterMs);
  const isClosed = await promise;
  clearTimeout(timer);
  clearTimeout(ending);
  socket.destroy();
  return isClosed ? readAnswer(Buffer.concat(chunks).toString('latin1')) : undefined;
}

async function startServer() {
  const directory = await mkdtemp(join(tmpdir(), 'lightwell-fuzz-'));
  const config = readConfig({ DATA_DIR: directory, STOP_GRACE_SECONDS: '0', ...unlimited });
  const server = await compose({
    config,
    logger: createLogger(config.logLevel),
    dataDir: unlockedDataDir(directory),
    database: await openEmbedded(),
    engine: createFakeEngine(),
    clientDir: join(directory, 'client'),
  });
  const stop = async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { ...server, stop };
}

async function openKnown() {
  const server = await startServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const visitor = createVisitor(server, '127.0.0.1');
  const idempotencyKey = 'the-fuzzed-key-of-a-start';
  const used = await visitor.upload(await photo());
  const { obj } = await visitor.start(used, { idempotencyKey });
  const fileKey = await visitor.upload(await photo());
  const cookie = Object.entries(visitor.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const known: Known = { cookie, recordId: (obj as { id: string }).id, fileKey, idempotencyKey };
  return { server, known, port: (server.app.server.address() as AddressInfo).port };
}

/** Sends `runs` requests to a separate server, and counts the wrong answers. */
export async function fuzz(options: {
  runs: number;
  seed: number;
  onBatch?: (result: FuzzResult) => void;
}): Promise<FuzzResult> {
  const { server, known, port } = await openKnown();
  const requests = fc.oneof(callRequests(known), grammarRequests);
  const result: FuzzResult = {
    requests: 0,
    serverErrors: 0,
    undocumented: 0,
    hangs: 0,
    examples: [],
  };

  async function tryOne(request: FuzzRequest) {
    const answer = await send(port, request);
    result.requests += 1;
    if (answer === null && !request.isWhole) return;
    const verdict = answer ? judge(answer, request) : answer === null ? 'undocumented' : 'hang';
    if (verdict === 'documented') return;
    if (verdict === 'serverError') result.serverErrors += 1;
    else if (verdict === 'hang') result.hangs += 1;
    else result.undocumented += 1;
    if (result.examples.length < 10) {
      const said = answer ? `${answer.status} ${answer.body.slice(0, 300)}` : 'none';
      result.examples.push({
        verdict,
        request: request.bytes.toString('latin1').slice(0, 600),
        answer: said,
      });
    }
  }

  for (let done = 0; done < options.runs; done += batchSize) {
    const numRuns = Math.min(batchSize, options.runs - done);
    const batch = fc.sample(requests, { seed: options.seed + done, numRuns });
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let next = batch.pop(); next; next = batch.pop()) await tryOne(next);
      }),
    );
    options.onBatch?.(result);
  }
  await server.stop();
  return result;
}
