import { willRunAgain } from '../engine.port.ts';
import type { FunctionRun } from '../functions/function.ts';
import type { HostedModel } from '../functions/manifest.ts';
import { endPrediction } from './end-prediction.ts';
import { fetchOutput } from './fetch-output.ts';
import { type KeptPrediction, keep, readKept } from './kept-prediction.ts';
import { percentIn } from './percent-in.ts';
import {
  NoAnswer,
  openReplicate,
  type Prediction,
  pauseMs,
  type Replicate,
  withoutAddresses,
} from './replicate.ts';

type Order = {
  hosted: NonNullable<FunctionRun['hosted']>;
  model: HostedModel;
  /** further inputs */
  input: Record<string, unknown>;
  encode(): Promise<Uint8Array<ArrayBuffer>>;
  /** reports the finished part of the prediction, 0 to 1; throws if the job was cancelled */
  onProgress(fraction: number): Promise<void>;
};

const createTries = 4;
/** Polling starts fast for quick models. */
const firstPollMs = 250;
const longestPollMs = 2000;
/** Time after the deadline in which the provider ends the prediction itself. */
const graceMs = 30_000;
/** An estimate must not reach the end before the prediction does. */
const mostOfEstimate = 0.95;

/**
 * Runs the model on a photo and returns the path of its output. Continues the prediction of an
 * earlier attempt if there is one, so that it is paid once. If the answer to a creation is lost,
 * finds the prediction by its photo; if the provider does not list it, creates another.
 */
export async function predict(order: Order): Promise<string> {
  const { account, signal, keepDir } = order.hosted;
  const client = openReplicate(account, signal);
  let kept = await readKept(keepDir, order.model.version);
  try {
    const earlier = kept && (await findAgain(client, kept));
    const done = earlier && (await follow(client, order, earlier));
    const output = done && (await fetchOutput(done, order.hosted, client));
    if (output) return output;
    // The earlier prediction was cancelled, or its output has expired.
    if (kept) await client.removeFile(kept.file.id);
    kept = {
      version: order.model.version,
      file: await client.upload(await order.encode()),
      id: null,
    };
    await keep(keepDir, kept);
    const created = await create(client, order, kept.file.url);
    kept = { ...kept, id: created.id };
    await keep(keepDir, kept);
    const ended = await follow(client, order, created);
    if (!ended) throw new Error('The provider has cancelled the prediction');
    const fresh = await fetchOutput(ended, order.hosted, client);
    if (!fresh) throw new Error('The provider has deleted the output');
    return fresh;
  } catch (error) {
    // If this fails, the server tries again when it removes the files of the task.
    if (kept && isCancelled(signal)) await endPrediction(account, kept).catch(() => undefined);
    throw error;
  } finally {
    if (kept && !signal.aborted) await client.removeFile(kept.file.id);
  }
}

const isCancelled = ({ aborted, reason }: AbortSignal) => aborted && reason !== willRunAgain;

async function findAgain(
  client: Replicate,
  { id, file }: KeptPrediction,
): Promise<Prediction | undefined> {
  return id === null ? client.find(file.url) : client.get(id);
}

async function create(client: Replicate, order: Order, url: string): Promise<Prediction> {
  const { version, picture, seconds } = order.model;
  for (let n = 1; ; n += 1) {
    try {
      return await client.create(version, { ...order.input, [picture]: url }, seconds);
    } catch (error) {
      if (!(error instanceof NoAnswer) || n === createTries) throw error;
      await client.pause(pauseMs(n));
      const found = await client.find(url);
      if (found) return found;
    }
  }
}

/**
 * Waits for the end of a prediction. Returns undefined if it was cancelled.
 * @throws if the prediction failed or does not end
 */
async function follow(
  client: Replicate,
  order: Order,
  given: Prediction,
): Promise<Prediction | undefined> {
  const { seconds } = order.model;
  const begun = performance.now();
  let workingSince: number | undefined;
  let reached = 0;
  let current: Prediction | undefined = given;
  for (let pollMs = firstPollMs; ; pollMs = Math.min(longestPollMs, pollMs * 1.5)) {
    if (current?.status === 'succeeded') return current;
    if (current?.status === 'failed') {
      const reason = withoutAddresses(String(current.error ?? 'no reason'));
      throw new Error(`The prediction failed at the provider: ${reason}`);
    }
    const isWorking = current?.status === 'processing';
    if (!current || (!isWorking && current.status !== 'starting')) return undefined;
    if (performance.now() - begun > seconds * 1000 + graceMs) {
      await client.cancel(given.id);
      throw new Error(`The prediction has not ended after ${seconds} s`);
    }
    if (isWorking) workingSince ??= performance.now();
    reached = Math.max(reached, fractionOf(current, workingSince, order.hosted.expectedMs));
    await order.onProgress(reached);
    await client.pause(pollMs);
    current = await client.get(given.id);
  }
}

/** Returns the percentage that the model logs, or else the elapsed part of the usual duration. */
function fractionOf(
  { logs }: Prediction,
  workingSince: number | undefined,
  expectedMs: number | undefined,
): number {
  const logged = percentIn(logs ?? '');
  if (logged !== null) return logged / 100;
  if (workingSince === undefined || !expectedMs) return 0;
  return Math.min(mostOfEstimate, (performance.now() - workingSince) / expectedMs);
}
