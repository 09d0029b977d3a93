import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { dealStatus } from '../../../contract/deal-status.ts';
import { type ServerFault, serverFaults } from '../server-faults.ts';
import { forward, type Told } from './forward.ts';
import { markHeader } from './marked-calls.ts';
import { codeOf, statusIn } from './told-answer.ts';

/** A refusal that the real server must send, or a fault that replaces the server's answer. */
export type Outcome = { code: string } | ServerFault;

type Held = { call: Call; request: IncomingMessage; response: ServerResponse };

const recordCall = (query: URLSearchParams) => {
  if (query.has('running')) return 'findRunningTask';
  return query.has('cursor') ? 'listMore' : 'listRecords';
};

const orderCall = (query: URLSearchParams) => {
  if (query.has('open')) return 'findOpenOrders';
  return query.has('cursor') ? 'loadOlderOrders' : 'listOrders';
};

/**
 * The paths of calls, and the ids of the actors that make the calls. Watching and loading a record
 * use the same path.
 */
const places = [
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
    (query: URLSearchParams) => (query.has('cursor') ? 'loadMoreCredits' : 'loadCredits'),
  ],
  ['GET', /^\/v1\/user\/credits\.csv$/, () => 'saveCreditsFile'],
  ['POST', /^\/v1\/user\/password$/, () => 'changePassword'],
  ['POST', /^\/v1\/user\/email$/, () => 'changeEmail'],
  ['POST', /^\/v1\/user\/delete$/, () => 'deleteAccount'],
  ['GET', /^\/v1\/file\/notAuthSignature\//, () => 'requestUpload'],
  ['POST', /^\/storage\//, () => 'upload'],
  ['GET', /^\/v1\/ai-function\/notAuth\/regions\//, () => 'findRegions'],
  ['POST', /^\/v1\/ai-function\/notAuth\/preview\//, () => 'previewFunction'],
  ['POST', /^\/v1\/ai-function\//, () => 'startTask'],
  ['GET', /^\/v1\/ai-function-record\/attempt\//, () => 'findAttempt'],
  ['GET', /^\/v1\/ai-function-record$/, recordCall],
  [
    'GET',
    /^\/v1\/ai-function-record\/detail\//,
    (query: URLSearchParams) => (query.has('waitMs') ? 'watchRecord' : 'loadRecord'),
  ],
  ['POST', /^\/v1\/ai-function-record\/cancel\//, () => 'cancelTask'],
  ['DELETE', /^\/v1\/ai-function-record\//, () => 'deleteRecord'],
  ['GET', /^\/v1\/price\/data$/, () => 'loadPrices'],
  ['POST', /^\/v1\/order$/, () => 'createOrder'],
  ['POST', /^\/v1\/order\/pay\/[^/]+$/, () => 'payOrder'],
  ['GET', /^\/v1\/order$/, orderCall],
  ['GET', /^\/v1\/order\/last$/, () => 'loadLastOrder'],
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
] as const satisfies readonly [string, RegExp, (query: URLSearchParams) => string][];

export type Call = ReturnType<(typeof places)[number][2]>;

/** The names of all calls in the table above. */
const names: ReadonlySet<string> = new Set(
  places.flatMap(([, , call]) =>
    [{}, { cursor: '' }, { running: '' }, { open: '' }, { waitMs: '' }].map((query) =>
      call(new URLSearchParams(query as Record<string, string>)),
    ),
  ),
);

export const isCall = (name: string): name is Call => names.has(name);

const callOf = ({ method, url }: IncomingMessage): Call | undefined => {
  const { pathname, searchParams } = new URL(url ?? '/', 'http://layer');
  const place = places.find(([verb, path]) => verb === method && path.test(pathname));
  return place?.[2](searchParams);
};

const patienceMs = 30_000;

/** Prevents caching, so that the browser requests a held file again. */
const fresh = { 'cache-control': 'no-store' };

/**
 * A proxy in front of the product. It passes requests on, and holds some calls until the walk
 * reaches their answers.
 */
export class FaultLayer {
  readonly #server: Server;
  readonly #held = new Set<Held>();
  readonly #waiting = new Set<() => void>();
  readonly product: URL;
  #ended: number[] = [];
  /** set by the walk: resolves to true if the page has aborted the call with this mark */
  isAborted: (mark: string) => Promise<boolean> = async () => false;
  #holds = new Set<Call>();
  #isGated: (path: string) => boolean = () => false;
  readonly #gated = new Map<string, Set<(outcome: 'pass' | 'broken') => void>>();

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

  /** The final statuses of tasks in the server's answers, in their order. */
  get ended(): readonly number[] {
    return this.#ended;
  }

  /** Passes calls of this name to the product from now on, including calls that are held now. */
  letThrough(call: Call): void {
    this.#holds.delete(call);
    for (const held of [...this.#held].filter((one) => one.call === call)) {
      this.#held.delete(held);
      void this.#ask(held);
    }
  }

  /** Drops calls of the previous page, and holds these calls from now on. */
  begin(holds: readonly Call[]): void {
    this.#holds = new Set(holds);
    this.#isGated = () => false;
    this.#gated.clear();
    this.#ended = [];
    for (const { response } of this.#held) response.destroy();
    this.#held.clear();
  }

  /** Holds files whose path matches `part` until `release` is called. */
  holdFiles(part: string | RegExp): void {
    this.#isGated = (path) => path.search(part) >= 0;
  }

  /** Ends the waiting requests for files whose path contains `part`. Later requests wait again. */
  async release(outcome: 'pass' | 'broken', part = ''): Promise<void> {
    const waiting = () =>
      [...this.#gated].find(([path, set]) => path.includes(part) && set.size > 0)?.[1];
    const found = await this.#find(waiting);
    for (const go of found) go(outcome);
    found.clear();
  }

  /** Fails waiting file requests that are no longer needed. */
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

  /** Resolves to the first of these calls that the page has made. */
  async askedOneOf(calls: readonly Call[]): Promise<Call> {
    return await this.#find(() => calls.find((call) => this.isHeld(call)), calls.join(' or '));
  }

  /**
   * Ends the newest call of this name once the page has made it. The server must answer with a
   * success, or with the expected refusal.
   */
  async answer(call: Call, outcome?: Outcome): Promise<void> {
    const held = await this.#newest(call);
    this.#held.delete(held);
    if (typeof outcome === 'string') {
      fail(held.response, outcome);
      return;
    }
    const wanted = outcome?.code ?? '1';
    const code = codeOf(await this.#ask(held));
    if (code !== wanted)
      throw new Error(`${call}: expected code ${wanted} from the server, got ${code}`);
  }

  /** Returns the newest call of this name that the page still waits for. */
  async #newest(call: Call): Promise<Held> {
    for (;;) {
      const find = () => [...this.#held].findLast((held) => held.call === call);
      const held = await this.#find(find, call);
      const mark = held.request.headers[markHeader];
      if (typeof mark !== 'string' || !(await this.isAborted(mark))) return held;
      this.#held.delete(held);
    }
  }

  async #find<Found>(look: () => Found | undefined, what = 'a file'): Promise<Found> {
    const deadline = Date.now() + patienceMs;
    for (let found = look(); ; found = look()) {
      if (found) return found;
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`The page never requested ${what}`);
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
    // closes each connection, because a browser repeats a request if a reused connection breaks
    response.setHeader('connection', 'close');
    const call = callOf(incoming);
    if (!call) this.#pass(incoming, response);
    else if (this.#holds.has(call)) this.#hold({ call, request: incoming, response });
    else void this.#ask({ call, request: incoming, response });
  }

  #hold(held: Held): void {
    this.#held.add(held);
    held.response.on('close', () => this.#held.delete(held));
    this.#wake();
  }

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

  #pass(incoming: IncomingMessage, response: ServerResponse): void {
    const path = incoming.url ?? '/';
    if (!this.#isGated(path)) {
      this.#forward(incoming, response);
      return;
    }
    const waiting = this.#gated.get(path) ?? new Set();
    this.#gated.set(path, waiting);
    const go = (outcome: 'pass' | 'broken') => {
      if (outcome === 'pass') this.#forward(incoming, response, fresh);
      else fail(response, outcome);
    };
    waiting.add(go);
    response.on('close', () => waiting.delete(go));
    this.#wake();
  }

  #forward(incoming: IncomingMessage, response: ServerResponse, changed = {}): void {
    forward(incoming, response, { product: this.product, changed });
  }
}

const fail = (response: ServerResponse, fault: ServerFault): void => {
  const answer = serverFaults[fault];
  if (answer === null) response.destroy();
  else response.writeHead(answer.status, answer.headers).end(answer.body);
};
