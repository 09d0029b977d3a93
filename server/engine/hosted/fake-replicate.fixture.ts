import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/*
 * Simulates Replicate's HTTP API as its public documentation describes it: files, predictions, their
 * list and their cancellation. It refuses requests that the documentation does not describe. A
 * prediction advances with each request for its state, so that no test depends on time.
 */

type Status = 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'aborted';

type FakePrediction = {
  id: string;
  version: string;
  input: Record<string, unknown>;
  status: Status;
  output: unknown;
  error: string | null;
  logs: string;
  created_at: string;
};

/** A state of a prediction, which it reaches with a request. */
type Step = Partial<Pick<FakePrediction, 'status' | 'logs' | 'error' | 'output'>>;

/**
 * Fault of a request. `unheard`: the connection is cut before the request is carried out. `lost`:
 * it is carried out, but the answer is cut. A number: answered with this status, not carried out.
 */
type Trouble = 'unheard' | 'lost' | number;

/** Result of a model, as a file; `null` if the file is gone. */
type Model = (photo: Buffer) => Promise<Buffer | null>;

type Answer = { status: number; body?: unknown; bytes?: Buffer; headers?: Record<string, string> };

const refused = (status: number, detail: string): Answer => ({ status, body: { detail } });

/** Steps of a prediction that does not end. */
export const endless: Step[] = Array.from({ length: 2000 }, () => ({ status: 'processing' }));

export const fakeToken = 'r8_token_of_the_tests';
export const fakeVersion = `acme/model:${'0123456789abcdef'.repeat(4)}`;

export type FakeReplicate = Awaited<ReturnType<typeof startFakeReplicate>>;

export async function startFakeReplicate() {
  const files = new Map<string, Buffer>();
  const predictions: FakePrediction[] = [];
  const outputs = new Map<string, Buffer | null>();
  /** `METHOD /path` of each request that was carried out, oldest first */
  const requests: string[] = [];
  let held: { path: RegExp; until: Promise<'given' | 'lost'> } | undefined;
  let planned: { path: RegExp; trouble: Trouble; times: number }[] = [];
  let model: Model = async (photo) => photo;
  let steps: Step[] = [];

  const shown = (one: FakePrediction) => ({
    ...one,
    model: 'acme/model',
    source: 'api',
    data_removed: false,
    metrics: {},
    urls: { get: `${url}/predictions/${one.id}`, cancel: `${url}/predictions/${one.id}/cancel` },
  });

  async function createFile(request: IncomingMessage, bytes: Buffer): Promise<Answer> {
    const type = request.headers['content-type'] ?? '';
    if (!type.startsWith('multipart/form-data')) return refused(415, 'Expected a form');
    const form = await new Response(new Uint8Array(bytes), {
      headers: { 'content-type': type },
    }).formData();
    const content = form.get('content');
    if (!(content instanceof File)) return refused(422, 'content is required');
    const id = randomUUID();
    files.set(id, Buffer.from(await content.arrayBuffer()));
    const body = { id, name: content.name, urls: { get: `${url}/files/${id}` } };
    return { status: 201, body };
  }

  function createPrediction(request: IncomingMessage, bytes: Buffer): Answer {
    if (request.headers['content-type'] !== 'application/json') return refused(415, 'Not JSON');
    const after = request.headers['cancel-after'];
    if (after !== undefined && !/^\d+[smh]?$/.test(String(after))) {
      return refused(422, 'Cancel-After is not a duration');
    }
    const { version, input, ...rest } = JSON.parse(bytes.toString());
    if (Object.keys(rest).length > 0) return refused(422, `Unknown: ${Object.keys(rest)}`);
    if (version !== fakeVersion) return refused(422, 'Invalid version or not permitted');
    if (!files.has(fileIn(input))) return refused(422, 'image: does not exist');
    const made: FakePrediction = {
      id: randomUUID(),
      version,
      input,
      status: 'starting',
      output: null,
      error: null,
      logs: '',
      created_at: new Date().toISOString(),
    };
    predictions.unshift(made);
    return { status: 201, body: shown(made) };
  }

  const fileIn = (input: Record<string, unknown>) => String(input.image).split('/').at(-1) ?? '';
  const isOver = ({ status }: FakePrediction) => status !== 'starting' && status !== 'processing';

  /** Moves a prediction one step forward. Without steps, it succeeds. */
  async function advance(one: FakePrediction): Promise<void> {
    if (isOver(one)) return;
    const step = steps.shift() ?? { status: 'succeeded' };
    Object.assign(one, step);
    if (one.status !== 'succeeded' || step.output !== undefined) return;
    const photo = files.get(fileIn(one.input));
    if (!photo) Object.assign(one, { status: 'failed', error: 'The file is gone' });
    else {
      outputs.set(one.id, await model(photo));
      one.output = [`${new URL(url).origin}/output/${one.id}`];
    }
  }

  async function carryOut(request: IncomingMessage, bytes: Buffer): Promise<Answer> {
    const { method, url: target = '' } = request;
    if (request.headers.authorization !== `Bearer ${fakeToken}`) {
      return refused(401, 'You did not pass a valid authentication token');
    }
    const [, kind, id = '', verb] =
      /^\/(?:v1\/)?(\w+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(target) ?? [];
    const found = predictions.find((one) => one.id === id);
    switch (`${method} ${kind}${id && ' id'}${verb ? ` ${verb}` : ''}`) {
      case 'POST files':
        return createFile(request, bytes);
      case 'DELETE files id':
        return files.delete(id) ? { status: 204 } : refused(404, 'Not found');
      case 'POST predictions':
        return createPrediction(request, bytes);
      case 'GET predictions':
        return {
          status: 200,
          body: { previous: null, next: null, results: predictions.map(shown) },
        };
      case 'GET predictions id':
        if (!found) return refused(404, 'Not found');
        await advance(found);
        return { status: 200, body: shown(found) };
      case 'POST predictions id cancel':
        if (!found) return refused(404, 'Not found');
        if (!isOver(found)) found.status = 'canceled';
        return { status: 200, body: shown(found) };
      case 'GET output id': {
        const output = outputs.get(id);
        return output ? { status: 200, bytes: output } : refused(404, 'Not found');
      }
      default:
        return refused(404, 'Not found');
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request);
    const name = `${request.method} ${request.url}`;
    const plan = planned.find(({ path, times }) => times > 0 && path.test(name));
    if (plan) plan.times -= 1;
    if (plan?.trouble === 'unheard') return void request.socket.destroy();
    const isRefused = typeof plan?.trouble === 'number';
    if (!isRefused) requests.push(name);
    const result = isRefused
      ? {
          ...refused(Number(plan?.trouble), 'Request was throttled.'),
          headers: { 'retry-after': '0' },
        }
      : await carryOut(request, bytes);
    const end = held?.path.test(name) ? await held.until : plan?.trouble;
    if (end === 'lost') return void request.socket.destroy();
    response.writeHead(result.status, result.headers);
    response.end(result.bytes ?? (result.body && JSON.stringify(result.body)));
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

  return {
    url,
    files,
    predictions,
    requests,
    /** Sets the result of the model; by default it is the photo. */
    behave(next: Model) {
      model = next;
    },
    /** Sets the next states of predictions. */
    steps(...next: Step[]) {
      steps = next;
    },
    /** Applies a fault to the next requests whose `METHOD /path` matches. */
    trouble(trouble: Trouble, path: RegExp, times = 1) {
      planned.push({ path, trouble, times });
    },
    /**
     * Carries out requests whose `METHOD /path` matches, but does not answer them yet. The result
     * ends this.
     */
    hold(path: RegExp) {
      const { promise, resolve } = Promise.withResolvers<'given' | 'lost'>();
      held = { path, until: promise };
      return resolve;
    },
    /** Forgets everything. */
    reset() {
      files.clear();
      outputs.clear();
      predictions.length = 0;
      requests.length = 0;
      planned = [];
      held = undefined;
      steps = [];
      model = async (photo) => photo;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
