import type {
  Answer,
  Channel,
  InspectorMessage,
  PageInfo,
  WireEvent,
  WireNews,
} from '../wire/wire-messages.ts';

/**
 * Interval in milliseconds at which the inspector requests new entries. The inspector uses its own
 * timer, because browsers throttle the timers of background pages.
 */
const beatMs = 500;

export type LinkListener = {
  pageAppeared(page: PageInfo): void;
  pageWent(page: string): void;
  /** clears all entries, because the page now sends its whole history */
  historyBegan(page: string): void;
  newsArrived(page: string, news: WireNews): void;
};

/**
 * Connects an inspector to pages: finds pages, follows one page, and sends events to the actors of
 * that page.
 */
export class InspectorLink {
  readonly #channel: Channel;
  readonly #listener: LinkListener;
  readonly #id: string;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #timer: number;
  #page: string | null = null;
  #held: WireNews[] | null = null;
  #requests = 0;

  constructor(channel: Channel, listener: LinkListener, id: string) {
    this.#channel = channel;
    this.#listener = listener;
    this.#id = id;
    channel.onmessage = ({ data }) => this.#hear(data);
    this.#post({ type: 'inspector.looking' });
    this.#timer = setInterval(() => this.#beat(), beatMs) as unknown as number;
  }

  follow(page: string): void {
    if (this.#page !== null) this.#post({ type: 'inspector.left', inspector: this.#id });
    this.#page = page;
    this.#held = [];
    this.#beat();
  }

  /** Sends an event to an actor, or only checks whether the actor would accept the event. */
  request(kind: 'event.sent' | 'event.tried', actor: string, event: WireEvent): Promise<Answer> {
    const page = this.#page;
    if (page === null) return Promise.resolve({ ok: false, words: 'No page is being followed.' });
    this.#requests += 1;
    const request = this.#requests;
    return new Promise((resolve) => {
      this.#waiting.set(request, resolve);
      this.#post({ type: kind, page, inspector: this.#id, request, actor, event });
    });
  }

  close(): void {
    clearInterval(this.#timer);
    this.#post({ type: 'inspector.left', inspector: this.#id });
    this.#channel.close();
  }

  #post(message: InspectorMessage): void {
    this.#channel.postMessage(message);
  }

  #beat(): void {
    if (this.#page === null) return;
    this.#post({ type: 'inspector.following', page: this.#page, inspector: this.#id });
  }

  #hear(message: InspectorMessage): void {
    switch (message.type) {
      case 'page.here':
        this.#listener.pageAppeared(message);
        break;
      case 'page.gone':
        if (message.page === this.#page) this.#giveUp();
        this.#listener.pageWent(message.page);
        break;
      case 'page.news':
        if (message.page === this.#page) this.#take(message);
        break;
      case 'page.history':
        if (message.page === this.#page && message.to === this.#id) this.#catchUp(message);
        break;
      case 'page.answered':
        if (message.to === this.#id) this.#settle(message.request, message.answer);
        break;
      default:
    }
  }

  /**
   * Adds entries. Entries that arrive while the history is being transferred are added after the
   * history.
   */
  #take(news: WireNews): void {
    if (this.#held) this.#held.push(news);
    else if (this.#page !== null) this.#listener.newsArrived(this.#page, news);
  }

  #catchUp(part: Extract<InspectorMessage, { type: 'page.history' }>): void {
    if (part.first) {
      this.#listener.historyBegan(part.page);
      this.#held = [];
    }
    this.#listener.newsArrived(part.page, part);
    if (!part.last) return;
    const held = this.#held ?? [];
    this.#held = null;
    for (const news of held) this.#listener.newsArrived(part.page, news);
  }

  /** Ends pending requests without an answer, because the page was closed. */
  #giveUp(): void {
    for (const request of this.#waiting.keys()) {
      this.#settle(request, { ok: false, words: 'The page has gone.' });
    }
  }

  #settle(request: number, answer: Answer): void {
    this.#waiting.get(request)?.(answer);
    this.#waiting.delete(request);
  }
}
