import { Duplex } from 'node:stream';

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
