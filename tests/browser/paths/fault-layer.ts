import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { dealStatus } from '../../../contract/deal-status.ts';
import { forward, type Told } from './forward.ts';
import { otherwise, statusIn } from './real-answer.ts';
import { type Answer, type Call, scripted, wireOf } from './scripted-answer.ts';

/** Answered at once, whenever they are made; other calls are held. */
export type Background = Partial<Record<Call, Answer>>;

type Held = { call: Call; request: IncomingMessage; response: ServerResponse };

export const uploadPath = '/scripted-upload';

const recordCall = (query: URLSearchParams): Call => {
  if (query.has('running')) return 'findRunningTask';
  return query.has('cursor') ? 'listMore' : 'listRecords';
};

const orderCall = (query: URLSearchParams): Call => {
  if (query.has('open')) return 'findOpenOrder';
  return query.has('cursor') ? 'loadOlderOrders' : 'listOrders';
};

const places: readonly [method: string, path: RegExp, call: (query: URLSearchParams) => Call][] = [
  ['GET', /^\/v1\/entrance\/setup$/, () => 'loadSetup'],
  ['GET', /^\/v1\/user$/, () => 'refreshUser'],
  ['GET', /^\/v1\/user\/(\w+\/)?email\/[^/]+\/code$/, () => 'sendCode'],
  ['POST', /^\/v1\/user-session\/email\/direct\/look$/, () => 'lookAtLink'],
  ['POST', /^\/v1\/(user|user-session\/(email|email\/direct|firebase))$/, () => 'signIn'],
  ['POST', /^\/v1\/user\/password\/code$/, () => 'signIn'],
  ['DELETE', /^\/v1\/user-session\/current$/, () => 'endSession'],
  ['GET', /^\/v1\/user\/account$/, () => 'loadAccount'],
  ['POST', /^\/v1\/user\/preferences$/, () => 'savePreferences'],
  ['GET', /^\/v1\/user-session$/, () => 'listSessions'],
  ['DELETE', /^\/v1\/user-session\/[^/]+$/, () => 'endOneSession'],
  ['POST', /^\/v1\/user-session\/end-others$/, () => 'endOtherSessions'],
  ['POST', /^\/v1\/user\/export$/, () => 'requestExport'],
  [
    'GET',
    /^\/v1\/user\/credits$/,
    (query) => (query.has('cursor') ? 'loadMoreCredits' : 'loadCredits'),
  ],
  ['GET', /^\/v1\/user\/credits\.csv$/, () => 'saveCreditsFile'],
  ['POST', /^\/v1\/user\/password$/, () => 'changePassword'],
  ['POST', /^\/v1\/user\/email$/, () => 'changeEmail'],
  ['POST', /^\/v1\/user\/delete$/, () => 'deleteAccount'],
  ['GET', /^\/v1\/file\/notAuthSignature\//, () => 'requestUpload'],
  ['POST', /^\/(scripted-upload$|storage\/)/, () => 'upload'],
  ['GET', /^\/v1\/ai-function\/notAuth\/regions\//, () => 'findRegions'],
  ['POST', /^\/v1\/ai-function\/notAuth\/preview\//, () => 'previewFunction'],
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
  ['GET', /^\/v1\/price\/data$/, () => 'loadPrices'],
  ['POST', /^\/v1\/order$/, () => 'createOrder'],
  ['POST', /^\/v1\/order\/pay\/[^/]+$/, () => 'payOrder'],
  ['GET', /^\/v1\/order$/, orderCall],
  ['GET', /^\/v1\/order\/code\/[^/]+$/, () => 'loadOrder'],
  ['POST', /^\/v1\/order\/check\/[^/]+$/, () => 'checkOrder'],
  ['POST', /^\/v1\/order\/cancel\/[^/]+$/, () => 'cancelOrder'],
  ['POST', /^\/v1\/contact$/, () => 'sendMessage'],
  ['GET', /^\/v1\/unsubscribe$/, () => 'readMailChoice'],
  ['POST', /^\/v1\/unsubscribe$/, () => 'chooseMail'],
  ['GET', /^\/v1\/user-subscription$/, () => 'loadMembership'],
  ['DELETE', /^\/v1\/user-subscription$/, () => 'leave'],
  ['POST', /^\/v1\/user-subscription\/resume$/, () => 'resumePlan'],
  ['POST', /^\/v1\/user-subscription\/retry$/, () => 'retryRenewal'],
  ['POST', /^\/v1\/user-subscription\/change\/preview$/, () => 'previewChange'],
  ['POST', /^\/v1\/user-subscription\/change$/, () => 'changePlan'],
  ['POST', /^\/v1\/order\/access$/, () => 'sendOrderCode'],
  ['POST', /^\/v1\/order\/access\/look$/, () => 'lookAtOrder'],
  ['POST', /^\/v1\/order\/withdraw\/preview$/, () => 'previewWithdrawal'],
  ['POST', /^\/v1\/order\/withdraw$/, () => 'withdraw'],
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
  readonly product: URL;
  #isReal = false;
  #made: string[] = [];
  #ended: number[] = [];
  #background: Background = {};
  #gate: ((path: string) => Answer | 'hold' | undefined) | undefined;
  readonly #gated = new Map<string, Set<(answer: Answer | 'pass') => void>>();

  constructor(product: string) {
    this.product = new URL(product);
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

  /**
   * Whether answers are the real server's from now on. Then none is made up: what a walk asks for is
   * let through at that moment, and has to be what was asked for.
   */
  serveReal(isReal: boolean): void {
    this.#isReal = isReal;
    this.#made = [];
    this.#ended = [];
  }

  get isReal(): boolean {
    return this.#isReal;
  }

  /** The calls that were answered by something made up, in order. */
  get made(): readonly string[] {
    return this.#made;
  }

  /** How tasks were over each time that the real server told of one: their dealStatus. */
  get ended(): readonly number[] {
    return this.#ended;
  }

  /** Calls of that name are the real server's from now on, those that wait included. */
  letThrough(call: Call): void {
    if (!this.#isReal) throw new Error('this walk is not on the real server');
    this.#background[call] = 'broken';
    for (const held of [...this.#held].filter((one) => one.call === call)) {
      this.#held.delete(held);
      void this.#ask(held);
    }
  }

  /** Drops what the previous page left behind. */
  begin(background: Background): void {
    for (const [call, answer] of Object.entries(background)) scripted(call as Call, answer);
    this.#background = background;
    this.#gate = undefined;
    this.#gated.clear();
    for (const { response } of this.#held) response.destroy();
    this.#held.clear();
  }

  background(call: Call, answer: Answer | undefined): void {
    if (answer) this.#background[call] = scripted(call, answer);
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
    scripted(call, answer);
    const find = () => [...this.#held].findLast((held) => held.call === call);
    const held = await this.#find(find, call);
    this.#held.delete(held);
    if (!this.#isReal) {
      this.#reply(held.response, held.call, answer);
      return;
    }
    const problem = otherwise(call, answer, await this.#ask(held));
    if (problem) throw new Error(problem);
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
    const held: Held = { call, request: incoming, response };
    const background = this.#background[call];
    if (this.#isReal) {
      if (background) void this.#ask(held);
      else this.#hold(held);
      return;
    }
    incoming.resume();
    incoming.on('end', () => {
      if (background) this.#reply(response, call, background);
      else this.#hold(held);
    });
  }

  #hold(held: Held): void {
    this.#held.add(held);
    held.response.on('close', () => this.#held.delete(held));
    this.#wake();
  }

  /** Asks the real server. */
  #ask({ request, response }: Held): Promise<Told> {
    const { promise, resolve } = Promise.withResolvers<Told>();
    const hear = (told: Told) => {
      const status = statusIn(told) ?? dealStatus.queued;
      if (status >= dealStatus.succeeded) this.#ended.push(status);
      resolve(told);
    };
    forward(request, response, { product: this.product, hear });
    return promise;
  }

  #reply(response: ServerResponse, call: Call, answer: Answer): void {
    this.#made.push(call);
    reply(response, call, answer);
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
    const go = (answer: Answer | 'pass') => {
      if (answer === 'pass') this.#forward(incoming, response, fresh);
      else {
        this.#made.push(path);
        replyFile(response, answer);
      }
    };
    waiting.add(go);
    response.on('close', () => waiting.delete(go));
    this.#wake();
  }

  #forward(incoming: IncomingMessage, response: ServerResponse, changed = {}): void {
    forward(incoming, response, { product: this.product, changed });
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
  const { status, headers, body } = wireOf(call, answer);
  response.writeHead(status, headers).end(body);
};
