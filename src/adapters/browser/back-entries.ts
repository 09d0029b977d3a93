import type { NavigationPort } from '../../../machines/ports/navigation.port.ts';

/** What lies over the page; told when the visitor goes back from it. */
type Cover = { left: () => void };

/** A traversal that takes entries away. */
type Return = { arrived: Promise<void>; arrive: () => void };

type Arrival =
  /** the page is another one, or the same one at another entry */
  | 'page'
  /** between a page and what lies, or has lain, over it */
  | 'cover';

const key = 'covers';

/** In case the browser does not move at all: what waits for it must not wait for ever. */
const patienceMs = 1000;

/** How many covers the current entry of the history stands for; a reload keeps it. */
function depthHere(): number {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !(key in state)) return 0;
  return typeof state[key] === 'number' ? state[key] : 0;
}

/** The entry of a page is `manual` while a dialog lies over it. */
function restoreScroll() {
  if (depthHere() === 0) history.scrollRestoration = 'auto';
}

/**
 * One entry of the history, with the address of the page, for each dialog that lies over it: the back
 * button then leaves the dialog and not the page (decision 0005). How many entries there are is read
 * from the history itself, so that a reload, forward, and a refused entry need nothing of their own.
 */
export class BackEntries {
  /** what lies over the page, the one on top last */
  private covers: Cover[] = [];
  private depth = depthHere();
  private href = location.href;
  private returning: Return | null = null;
  /** changes of the address under way: meanwhile no entry is laid over it */
  private changes = 0;

  watchBack: NavigationPort['watchBack'] = (_, emit) => {
    const cover = { left: () => emit({ type: 'back.pressed' }) };
    this.covers.push(cover);
    this.level();
    return () => {
      this.covers = this.covers.filter((one) => one !== cover);
      this.level();
    };
  };

  /** Runs what changes the address or the document, on the entry of the page itself. */
  async onPage(change: () => void): Promise<void> {
    this.changes += 1;
    try {
      if (this.returning) await this.returning.arrived;
      if (depthHere() > 0 && !this.returning) await this.goBack(depthHere());
      restoreScroll();
      change();
    } finally {
      this.changes -= 1;
      this.note();
      this.level();
    }
  }

  /** Takes note of a traversal, and says what has been traversed. */
  arrive(): Arrival {
    const { depth: before, href, returning } = this;
    this.note();
    // WebKit scrolls right after `popstate`: a page that is shown meanwhile would get the position of the one before it
    setTimeout(restoreScroll);
    this.returning = null;
    returning?.arrive();
    const left = returning ? [] : this.covers.splice(this.depth).reverse();
    const isSamePage = this.href === href && this.depth !== before;
    const isOverNothing = isSamePage && !returning && before > this.depth && left.length === 0;
    for (const cover of left) cover.left();
    // what the visitor went back from was closed before a reload: they want to leave the page
    if (isOverNothing) history.go(-1 - this.depth);
    else this.level();
    return isSamePage ? 'cover' : 'page';
  }

  private note() {
    this.depth = depthHere();
    this.href = location.href;
  }

  /** Makes the entries as many as the covers. */
  private level() {
    if (this.returning || this.changes > 0) return;
    const extra = depthHere() - this.covers.length;
    if (extra > 0) void this.goBack(extra);
    else this.lay();
  }

  private lay() {
    try {
      while (depthHere() < this.covers.length) {
        // what the page has scrolled to meanwhile stays when its entry comes back
        history.scrollRestoration = 'manual';
        history.pushState({ [key]: depthHere() + 1 }, '');
        history.scrollRestoration = 'auto';
      }
    } catch {
      // browsers refuse many changes within seconds: back leaves the page, as without an entry
    }
    this.note();
  }

  private goBack(count: number): Promise<void> {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    this.returning = { arrived, arrive };
    history.go(-count);
    setTimeout(arrive, patienceMs);
    return arrived;
  }
}
