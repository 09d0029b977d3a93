import { Duplex } from 'node:stream';
import { Client, type ClientConfig, type QueryConfig } from 'pg';

/** Sends bytes of the Postgres protocol to the database and returns its answer. */
export type Exchange = (bytes: Buffer) => Promise<Uint8Array>;

const message = (type: string, body: Buffer) => {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const simpleQuery = (text: string) => message('Q', Buffer.from(`${text}\0`));

/** Answer to a connection request. It means: authenticated and ready for a query. */
const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
const terminate = 'X'.charCodeAt(0);

/**
 * Replaces the TCP socket of the driver. The embedded database has only one session and no
 * start-up. So the first message of each connection is answered here, after the session was reset.
 */
export class EmbeddedSocket extends Duplex {
  readonly #exchange: Exchange;
  #isOpen = false;

  constructor(exchange: Exchange) {
    super();
    this.#exchange = exchange;
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay = () => this;
  setKeepAlive = () => this;
  ref = () => this;
  unref = () => this;

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#send(chunk).then(() => done(), done);
  }

  /** Sends several parts of a query to the database in one call. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done(), done);
  }

  async #send(bytes: Buffer): Promise<void> {
    if (!this.#isOpen) {
      this.#isOpen = true;
      await this.#exchange(simpleQuery('rollback'));
      await this.#exchange(simpleQuery('deallocate all'));
      this.push(welcome);
    } else if (bytes[0] === terminate) this.push(null);
    else this.push(Buffer.from(await this.#exchange(bytes)));
  }
}

/**
 * Maximum number of prepared statements. It exceeds the number of the product's statements, and
 * limits the memory for generated statements, whose text varies.
 */
const mostNames = 300;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

type AnyQuery = (query: unknown, ...more: unknown[]) => unknown;

/**
 * Prepares each statement with parameters only once, because parsing takes longer than execution
 * for most statements.
 */
export class EmbeddedClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    const query = super.query.bind(this) as AnyQuery;
    const prepared: AnyQuery = (asked, ...more) => {
      const given = asked as QueryConfig | string;
      const isPlain = typeof given === 'object' && 'text' in given && !given.name;
      const values = typeof given === 'object' ? (given.values ?? more[0]) : undefined;
      if (!isPlain || !Array.isArray(values) || values.length === 0) return query(asked, ...more);
      const name = nameOf(given.text);
      return query(name === undefined ? given : { ...given, name }, ...more);
    };
    this.query = prepared as typeof this.query;
  }
}
