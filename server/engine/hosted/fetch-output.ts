import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FunctionRun } from '../functions/function.ts';
import { throwIfCancelled } from '../pool/messages.ts';
import { outputLimits } from './output-limits.ts';
import { type Prediction, pauseMs, type Replicate } from './replicate.ts';

type Hosted = NonNullable<FunctionRun['hosted']>;

const tries = 5;
const downloadMs = 120_000;
/** Domain of the provider's output files. */
const deliveryHost = 'replicate.delivery';

/** An output that another try does not change. */
class UselessOutput extends Error {}

/**
 * Fetches the output of a prediction. Returns the path of its file, or null if the provider has
 * deleted it.
 */
export async function fetchOutput(
  { output }: Prediction,
  hosted: Hosted,
  { authorization, pause }: Pick<Replicate, 'authorization' | 'pause'>,
): Promise<string | null> {
  if (output === null || output === undefined) return null;
  const first: unknown = Array.isArray(output) ? output[0] : output;
  if (typeof first !== 'string') throw new UselessOutput('The output is not the address of a file');
  const { signal } = hosted;
  const address = addressOf(first, hosted);
  const target = path.join(hosted.workDir, 'output');
  for (let n = 1; ; n += 1) {
    try {
      const response = await fetch(address, {
        headers: address.protocol === 'data:' ? {} : authorization,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(downloadMs)]),
      });
      if (response.status === 404 || response.status === 410) return null;
      if (!response.ok || !response.body) throw new Error(`The status is ${response.status}`);
      await pipeline(Readable.fromWeb(response.body), limited, createWriteStream(target));
      return target;
    } catch (error) {
      throwIfCancelled({ signal });
      if (error instanceof UselessOutput) throw error;
      if (n === tries) throw new Error('The output could not be fetched', { cause: error });
      await pause(pauseMs(n));
    }
  }
}

/**
 * Returns the address of an output. A model can return any address, so only those of the provider
 * are allowed.
 */
function addressOf(text: string, { account }: Hosted): URL {
  if (!URL.canParse(text)) throw new UselessOutput('The output is not an address');
  const address = new URL(text);
  const { protocol, hostname, origin } = address;
  const isDelivered =
    protocol === 'https:' && (hostname === deliveryHost || hostname.endsWith(`.${deliveryHost}`));
  if (protocol === 'data:' || isDelivered || origin === new URL(account.url).origin) return address;
  throw new UselessOutput(`The output is at the foreign address ${hostname}`);
}

async function* limited(chunks: AsyncIterable<Uint8Array>) {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > outputLimits.maxBytes) throw new UselessOutput('The output has too many bytes');
    yield chunk;
  }
}
