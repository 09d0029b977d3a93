import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { Tap, TapFollower } from '../tap/tap.ts';
import type { TapEntry } from '../tap/tap-entry.ts';
import { NewsWriter } from '../wire/news-writer.ts';
import {
  type Answer,
  type Channel,
  type EventRequest,
  type InspectorMessage,
  type PageInfo,
  protocolVersion,
} from '../wire/wire-messages.ts';

/** Time between two batches of entries, in milliseconds. */
const pauseMs = 100;
/** Milliseconds after which an inspector that sends no message counts as closed. */
const patienceMs = 70_000;
/** Limit of entries per batch, so that the page stays responsive while it sends its history. */
const partSize = 500;

type Page = Omit<PageInfo, 'version' | 'title' | 'path'> & {
  /** returns title and path; called for each message, because both change during navigation */
  head: () => Pick<PageInfo, 'title' | 'path'>;
};

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Connects a page to inspectors: sends recorded entries to them. Does nothing while no inspector is
 * open.
 */
export class PageLink {
  readonly #tap: Tap;
  readonly #channel: Channel;
  readonly #page: Page;
  readonly #seen = new Map<string, number>();
  #telling: { follower: TapFollower; writer: NewsWriter; timer: number } | null = null;

  constructor(tap: Tap, channel: Channel, page: Page) {
    this.#tap = tap;
    this.#channel = channel;
    this.#page = page;
    channel.onmessage = ({ data }) => this.#hear(data);
    this.sayHello();
  }

  /** Announces the page to inspectors. Called again when the address or the title has changed. */
  sayHello(): void {
    const { head, ...page } = this.#page;
    this.#post({ type: 'page.here', ...page, ...head(), version: protocolVersion });
  }

  /**
   * Announces that the page is closing. If the browser restores the page from its cache, the page
   * announces itself again.
   */
  leave(): void {
    this.#post({ type: 'page.gone', page: this.#page.page });
    this.#seen.clear();
    this.#stopTelling();
  }

  #post(message: InspectorMessage): void {
    this.#channel.postMessage(message);
  }

  #hear(message: InspectorMessage): void {
    if (message.type === 'inspector.looking') this.sayHello();
    else if (message.type === 'inspector.left') this.#forget(message.inspector);
    else if (!('page' in message) || message.page !== this.#page.page) return;
    else if (message.type === 'inspector.following') this.#meet(message.inspector);
    else if (message.type === 'event.sent') this.#answer(message, this.#send);
    else if (message.type === 'event.tried') this.#answer(message, this.#tryOut);
  }

  #meet(inspector: string): void {
    const isNew = !this.#seen.has(inspector);
    this.#seen.set(inspector, Date.now());
    this.#tellNews();
    if (!isNew) return;
    this.#startTelling();
    this.#tellHistory(inspector, new NewsWriter(), this.#tap.entries(), true);
  }

  #tellHistory(to: string, writer: NewsWriter, entries: TapEntry[], first: boolean): void {
    const last = entries.length <= partSize;
    const actors = this.#tap.actors();
    const part = writer.write(actors, entries.slice(0, partSize));
    this.#post({
      type: 'page.history',
      page: this.#page.page,
      to,
      first,
      last,
      ...part,
      ...(last ? { actors: writer.writeBase(actors) } : {}),
    });
    if (last) return;
    setTimeout(() => this.#tellHistory(to, writer, entries.slice(partSize), false));
  }

  #startTelling(): void {
    if (this.#telling) return;
    const writer = new NewsWriter();
    writer.assume(this.#tap.actors());
    const timer = setInterval(() => this.#tellNews(), pauseMs) as unknown as number;
    this.#telling = { follower: this.#tap.follow(), writer, timer };
  }

  #tellNews(): void {
    if (!this.#telling) return;
    const { follower, writer } = this.#telling;
    const { actors, entries } = follower.take();
    if (actors.length > 0) {
      const news = writer.write(actors, entries);
      this.#post({ type: 'page.news', page: this.#page.page, ...news });
    }
    const longAgo = Date.now() - patienceMs;
    for (const [inspector, at] of this.#seen) if (at < longAgo) this.#forget(inspector);
  }

  #forget(inspector: string): void {
    this.#seen.delete(inspector);
    if (this.#seen.size === 0) this.#stopTelling();
  }

  #stopTelling(): void {
    if (!this.#telling) return;
    clearInterval(this.#telling.timer);
    this.#telling.follower.stop();
    this.#telling = null;
  }

  #answer(request: EventRequest, act: (request: EventRequest) => Answer): void {
    let answer: Answer;
    try {
      answer = act(request);
    } catch (error) {
      answer = { ok: false, words: wordsOf(error) };
    }
    const { inspector: to, request: number } = request;
    this.#post({ type: 'page.answered', page: this.#page.page, to, request: number, answer });
    this.#tellNews();
  }

  readonly #send = ({ actor, event }: EventRequest): Answer => {
    this.#tap.find(actor).send(event as AnyEventObject);
    return { ok: true, words: 'sent' };
  };

  readonly #tryOut = ({ actor, event }: EventRequest): Answer => {
    const snapshot = this.#tap.find(actor).getSnapshot() as AnyMachineSnapshot;
    const ok = snapshot.can(event as AnyEventObject);
    return { ok, words: ok ? 'would be taken' : 'a guard says no' };
  };
}
