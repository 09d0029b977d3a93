import type { NavigationPort } from '../../../machines/ports/navigation.port.ts';

/** A dialog or overlay over the page; `left` is called when the visitor goes back from it. */
type Cover = { left: () => void };

/** A traversal by which the product removes its own entries. */
type Return = { arrived: Promise<void>; arrive: () => void };

type Arrival =
  /** another page, or another entry of the same page */
  | 'page'
  /** moved between a page and the entries of its dialogs */
  | 'cover';

const key = 'covers';

/** Stops waiting for a browser that does not move. */
const patienceMs = 1000;

/** Number of covers that the current history entry stands for; survives a reload. */
function depthHere(): number {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !(key in state)) return 0;
  return typeof state[key] === 'number' ? state[key] : 0;
}

/** A page's entry is `manual` while a dialog covers it. */
function restoreScroll() {
  if (depthHere() === 0) history.scrollRestoration = 'auto';
}

/**
 * One history entry, with the page's address, for each dialog over it: the back button then closes
 * the dialog instead of leaving the page (decision 0005). The number of entries is read from the
 * history itself, so that a reload, forward and a refused entry need no special case.
 */
export class BackEntries {
  /** dialogs over the page, the top one last */
  private covers: Cover[] = [];
  private depth = depthHere();
  private href = location.href;
  private returning: Return | null = null;
  /** changes of the address in progress: no entry is added during one */
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

  /** Runs a change of the address or the document on the page's own entry. */
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

  /** Records a traversal and returns its kind. */
  arrive(): Arrival {
    const { depth: before, href, returning } = this;
    this.note();
    // WebKit scrolls right after `popstate`: a page shown before that would get the previous page's
    // position
    setTimeout(restoreScroll);
    this.returning = null;
    returning?.arrive();
    const left = returning ? [] : this.covers.splice(this.depth).reverse();
    const isSamePage = this.href === href && this.depth !== before;
    const isOverNothing = isSamePage && !returning && before > this.depth && left.length === 0;
    for (const cover of left) cover.left();
    // the dialog was closed before a reload: the visitor wants to leave the page
    if (isOverNothing) history.go(-1 - this.depth);
    else this.level();
    return isSamePage ? 'cover' : 'page';
  }

  private note() {
    this.depth = depthHere();
    this.href = location.href;
  }

  /** Adjusts the number of entries to the number of covers. */
  private level() {
    if (this.returning || this.changes > 0) return;
    const extra = depthHere() - this.covers.length;
    if (extra > 0) void this.goBack(extra);
    else this.lay();
  }

  private lay() {
    try {
      while (depthHere() < this.covers.length) {
        // the page keeps its scroll position when its entry comes back
        history.scrollRestoration = 'manual';
        history.pushState({ [key]: depthHere() + 1 }, '');
        history.scrollRestoration = 'auto';
      }
    } catch {
      // browsers refuse many changes within seconds: back then leaves the page, as without an entry
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
