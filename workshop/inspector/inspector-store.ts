import type { InspectorLink, LinkListener } from '../../src/devtools/link/inspector-link.ts';
import type { PageInfo, WireActor, WireNews } from '../../src/devtools/wire/wire-messages.ts';
import { type ImportedCoverage, readCoverage } from './coverage.ts';
import { type OpenedRecording, readRecording, writeRecording } from './recording.ts';
import { createSession, placeOf, type Session, type SessionEntry, takeNews } from './session.ts';

export type CoverageMode = 'off' | 'session' | 'imported';

/** The user's choices. */
export type View = {
  layout: 'chart' | 'overview';
  /** seq of the selected event; null while the view follows live events */
  cursor: number | null;
  actor: string | null;
  filter: string;
  onlyActor: boolean;
  showCalls: boolean;
  coverage: CoverageMode;
  /** the found state; each search makes a new object */
  found: { id: string } | null;
};

const firstView: View = {
  layout: 'overview',
  cursor: null,
  actor: null,
  filter: '',
  onlyActor: false,
  showCalls: false,
  coverage: 'off',
  found: null,
};

type Link = Pick<InspectorLink, 'follow' | 'request'>;

/** Limits rendering, because charts may move 200 times a second. */
const pauseMs = 40;

/** The state of the inspector's page. */
export class InspectorStore implements LinkListener {
  pages = new Map<string, PageInfo>();
  followed: string | null = null;
  /** true if the connected page has closed */
  lost = false;
  live: Session = createSession();
  recording: OpenedRecording | null = null;
  imported: ImportedCoverage | null = null;
  view: View = firstView;
  /** sentences for the user: unreadable files and differences between builds */
  notes: string[] = [];

  readonly #listeners = new Set<() => void>();
  readonly #schedule: (task: () => void) => void;
  #link: Link | null = null;
  #revision = 0;
  #scheduled = false;

  constructor(schedule: (task: () => void) => void = (task) => setTimeout(task, pauseMs)) {
    this.#schedule = schedule;
  }

  connect(link: Link): void {
    this.#link = link;
    for (const page of this.pages.values()) this.pageAppeared(page);
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly revision = () => this.#revision;

  /** The session on screen: the opened recording, otherwise the live page. */
  get session(): Session {
    return this.recording?.session ?? this.live;
  }

  get page(): PageInfo | null {
    return this.pages.get(this.followed ?? '') ?? null;
  }

  pageAppeared(page: PageInfo): void {
    this.pages.set(page.page, page);
    if (this.followed === null || (this.lost && page.page !== this.followed))
      this.follow(page.page);
    this.#changed();
  }

  pageWent(page: string): void {
    if (page === this.followed) this.lost = true;
    else this.pages.delete(page);
    this.#changed();
  }

  historyBegan(): void {
    this.live = createSession();
    this.lost = false;
    this.#changed();
  }

  newsArrived(_page: string, news: WireNews): void {
    takeNews(this.live, news);
    this.#chooseActor();
    this.#changed();
  }

  follow(page: string): void {
    if (this.lost && this.followed !== null) this.pages.delete(this.followed);
    this.followed = page;
    this.lost = false;
    this.view = { ...this.view, cursor: null };
    this.#link?.follow(page);
    this.#changed();
  }

  readonly request: Link['request'] = (kind, actor, event) =>
    this.#link?.request(kind, actor, event) ?? Promise.resolve({ ok: false, words: 'No link.' });

  show(change: Partial<View>): void {
    this.view = { ...this.view, ...change };
    this.#changed();
  }

  /** Moves the selection through the listed events. After the last event the view is live again. */
  step(by: number, listed: readonly SessionEntry[]): void {
    const { cursor } = this.view;
    const at = cursor === null ? listed.length - 1 : placeOf(listed, cursor);
    const next = listed[Math.max(0, cursor === null && by > 0 ? listed.length : at + by)];
    this.show({ cursor: next?.seq ?? null, actor: next?.actor ?? this.view.actor });
  }

  togglePause(): void {
    const last = this.session.entries.at(-1)?.seq ?? null;
    this.show({ cursor: this.view.cursor === null ? last : null });
  }

  openRecording(file: string): void {
    const running = this.page && { build: this.page.build, session: this.live };
    this.#run(() => {
      this.recording = readRecording(file, running);
      this.notes = this.recording.notes;
      this.view = { ...this.view, cursor: null, actor: null };
      this.#chooseActor();
    });
  }

  closeRecording(): void {
    this.recording = null;
    this.notes = [];
    this.view = { ...this.view, cursor: null, actor: null };
    this.#chooseActor();
    this.#changed();
  }

  openCoverage(file: string): void {
    this.#run(() => {
      this.imported = readCoverage(file);
      this.view = { ...this.view, coverage: 'imported' };
      this.notes = [];
    });
  }

  say(note: string): void {
    this.notes = [note];
    this.#changed();
  }

  dismissNotes(): void {
    this.notes = [];
    this.#changed();
  }

  writeRecording(): string {
    const info = this.recording?.info ?? {
      build: this.page?.build ?? 'unknown',
      recordedAt: new Date().toISOString(),
      page: this.page?.path ?? '',
    };
    return JSON.stringify(writeRecording(this.session, info), null, 1);
  }

  #run(open: () => void): void {
    try {
      open();
    } catch (error) {
      this.notes = [error instanceof Error ? error.message : String(error)];
    }
    this.#changed();
  }

  #chooseActor(): void {
    if (this.session.actors.has(this.view.actor ?? '')) return;
    const first = chartActors(this.session)[0];
    this.view = { ...this.view, actor: first?.id ?? null };
  }

  #changed(): void {
    this.#revision += 1;
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#schedule(() => {
      this.#scheduled = false;
      for (const listener of this.#listeners) listener();
    });
  }
}

/** The charts among the actors: parents first, in order of appearance. */
export const chartActors = (session: Session): WireActor[] =>
  [...session.actors.values()].filter((actor) => actor.chart !== null);

/**
 * Several actors may have used one systemId. Only a running one is shown with it; the others are
 * shown with their ids.
 */
export const nameOf = (actor: WireActor): string => actor.systemId ?? actor.name;

export function listedEntries(session: Session, view: View): SessionEntry[] {
  const words = view.filter.trim().toLowerCase();
  return session.entries.filter((entry) => {
    const actor = session.actors.get(entry.actor);
    if (!actor) return false;
    if (!view.showCalls && actor.chart === null) return false;
    if (view.onlyActor && entry.actor !== view.actor && entry.source !== view.actor) return false;
    if (words === '') return true;
    return `${entry.event.type} ${nameOf(actor)}`.toLowerCase().includes(words);
  });
}
