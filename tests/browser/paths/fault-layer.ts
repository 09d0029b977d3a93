import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';

/** Calls by the ids of the actors that make them; watching and loading a record share an address. */
export type Call =
  | 'loadSetup'
  | 'refreshUser'
  | 'findRunningTask'
  | 'listRecords'
  | 'listMore'
  | 'loadRecord'
  | 'watchRecord'
  | 'cancelTask'
  | 'deleteRecord'
  | 'requestUpload'
  | 'upload'
  | 'startTask'
  | 'findAttempt'
  | 'writeLog';

/** `obj` of a success, the `code` of a refusal, a bare HTTP status, or a broken connection. */
export type Answer = { obj: unknown } | { code: string } | { status: number } | 'broken';

type Held = { call: Call; request: IncomingMessage; response: ServerResponse };

export const uploadPath = '/scripted-upload';

const recordCall = (query: URLSearchParams): Call => {
  if (query.has('running')) return 'findRunningTask';
  return query.has('cursor') ? 'listMore' : 'listRecords';
};

const places: readonly [method: string, path: RegExp, call: (query: URLSearchParams) => Call][] = [
  ['GET', /^\/v1\/entrance\/setup$/, () => 'loadSetup'],
  ['GET', /^\/v1\/user$/, () => 'refreshUser'],
  ['GET', /^\/v1\/file\/notAuthSignature\//, () => 'requestUpload'],
  ['POST', /^\/scripted-upload$/, () => 'upload'],
  ['POST', /^\/v1\/ai-function\//, () => 'startTask'],
  ['GET', /^\/v1\/ai-function-record\/attempt\//, () => 'findAttempt'],
  ['GET', /^\/v1\/ai-function-record$/, recordCall],
  [
    'GET',
    /^\/v1\/ai-function-record\/detail\//,
    (query) => (query.has('waitMs') ? 'watchRecord' : 'loadRecord'),
  ],
  ['POST', /^\/v1\/ai-function-record\/cancel\//, () => 'cancelTask'],
  ['DELETE', /^\/v1\/ai-function-record\//, () => 'deleteRecord'],
  ['POST', /^\/v1\/event\/track\/log$/, () => 'writeLog'],
];

const callOf = ({ method, url }: IncomingMessage): Call | undefined => {
  const { pathname, searchParams } = new URL(url ?? '/', 'http://layer');
  const place = places.find(([verb, path]) => verb === method && path.test(pathname));
  return place?.[2](searchParams);
};

const patienceMs = 30_000;

/** Uncached, so that a held file is requested again and can be held again. */
const fresh = { 'cache-control': 'no-store' };

/**
 * A server in front of the product. Pages and files come from the product; API calls are answered by
 * `background`, or held until the test decides their outcome.
 */
export class FaultLayer {
  readonly #server: Server;
  readonly #held = new Set<Held>();
  readonly #waiting = new Set<() => void>();
  readonly #product: URL;
  #background: Partial<Record<Call, Answer>> = {};
  #gate: ((path: string) => Answer | 'hold' | undefined) | undefined;
  readonly #gated = new Map<string, Set<(answer: Answer | 'pass') => void>>();

  constructor(product: string) {
    this.#product = new URL(product);
    this.#server = createServer((incoming, response) => this.#take(incoming, response));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** Drops what the previous page left behind. */
  begin(background: Partial<Record<Call, Answer>>): void {
    this.#background = background;
    this.#gate = undefined;
    this.#gated.clear();
    for (const { response } of this.#held) response.destroy();
    this.#held.clear();
  }

  background(call: Call, answer: Answer | undefined): void {
    if (answer) this.#background[call] = answer;
    else delete this.#background[call];
  }

  /** Files whose address contains `part` wait for `release`. */
  holdFiles(part: string | RegExp): void {
    this.#gate = (path) => (path.search(part) >= 0 ? 'hold' : undefined);
  }

  /** Ends the waiting requests for a file whose address contains `part`; later ones wait again. */
  async release(answer: Answer | 'pass', part = ''): Promise<void> {
    const waiting = () =>
      [...this.#gated].find(([path, set]) => path.includes(part) && set.size > 0)?.[1];
    const found = await this.#find(waiting);
    for (const go of found) go(answer);
    found.clear();
  }

  /** Ends waiting file requests that are no longer needed. */
  breakFiles(): void {
    for (const waiting of this.#gated.values()) {
      for (const go of waiting) go('broken');
      waiting.clear();
    }
  }

  isHeld(call: Call): boolean {
    return [...this.#held].some((held) => held.call === call);
  }

  /** Resolves when the page has made the call. */
  async asked(call: Call): Promise<void> {
    await this.#find(() => [...this.#held].find((held) => held.call === call), call);
  }

  /** Ends the newest call of that name, as soon as the page has made it. */
  async answer(call: Call, answer: Answer): Promise<void> {
    const find = () => [...this.#held].findLast((held) => held.call === call);
    const held = await this.#find(find, call);
    this.#held.delete(held);
    reply(held.response, held.call, answer);
  }

  async #find<Found>(look: () => Found | undefined, what = 'a file'): Promise<Found> {
    const deadline = Date.now() + patienceMs;
    for (let found = look(); ; found = look()) {
      if (found) return found;
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`the page never asked for ${what}`);
      await this.#next(left);
    }
  }

  #next(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer);
        this.#waiting.delete(go);
        resolve();
      };
      const timer = setTimeout(go, ms);
      this.#waiting.add(go);
    });
  }

  #wake(): void {
    for (const go of [...this.#waiting]) go();
  }

  #take(incoming: IncomingMessage, response: ServerResponse): void {
    // a browser repeats a request itself when a reused connection breaks
    response.setHeader('connection', 'close');
    const call = callOf(incoming);
    if (call) this.#script(call, incoming, response);
    else this.#pass(incoming, response);
  }

  #script(call: Call, incoming: IncomingMessage, response: ServerResponse): void {
    incoming.resume();
    incoming.on('end', () => {
      const background = this.#background[call];
      if (background) {
        reply(response, call, background);
        return;
      }
      const held: Held = { call, request: incoming, response };
      this.#held.add(held);
      response.on('close', () => this.#held.delete(held));
      this.#wake();
    });
  }

  #pass(incoming: IncomingMessage, response: ServerResponse): void {
    const path = incoming.url ?? '/';
    const gate = this.#gate?.(path);
    if (gate !== 'hold') {
      this.#forward(incoming, response);
      return;
    }
    const waiting = this.#gated.get(path) ?? new Set();
    this.#gated.set(path, waiting);
    const go = (answer: Answer | 'pass') =>
      answer === 'pass' ? this.#forward(incoming, response, fresh) : replyFile(response, answer);
    waiting.add(go);
    response.on('close', () => waiting.delete(go));
    this.#wake();
  }

  #forward(incoming: IncomingMessage, response: ServerResponse, changed = {}): void {
    const { method = 'GET', url = '/', headers } = incoming;
    const { hostname, port, host } = this.#product;
    const own = { ...headers, host, connection: 'close' };
    const onward = request({ hostname, port, method, path: url, headers: own }, (answer) => {
      const { connection: _, 'keep-alive': __, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, { ...kept, ...changed });
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  }
}

const replyFile = (response: ServerResponse, answer: Answer): void => {
  if (answer === 'broken') response.destroy();
  else response.writeHead('status' in answer ? answer.status : 503).end();
};

const reply = (response: ServerResponse, call: Call, answer: Answer): void => {
  if (answer === 'broken') {
    response.destroy();
    return;
  }
  if ('status' in answer) {
    response.writeHead(answer.status).end();
    return;
  }
  if (call === 'upload') replyUpload(response, answer);
  else replyEnvelope(response, answer);
};

const replyEnvelope = (response: ServerResponse, answer: { obj: unknown } | { code: string }) => {
  const envelope =
    'obj' in answer
      ? { success: '1', msg: '', obj: answer.obj }
      : { success: answer.code, msg: 'As the test says.', obj: null };
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(envelope));
};

/** Answers like S3: an empty body, or an error as XML. */
const replyUpload = (response: ServerResponse, answer: { obj: unknown } | { code: string }) => {
  if ('obj' in answer) {
    response.writeHead(204).end();
    return;
  }
  response.writeHead(400, { 'content-type': 'application/xml' });
  response.end(`<Error><Code>${answer.code}</Code><Message>As the test says.</Message></Error>`);
};
