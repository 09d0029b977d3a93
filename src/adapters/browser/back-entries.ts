import type { NavigationPort } from '../../../machines/ports/navigation.port.ts';

/** A dialog or overlay over the page; `left` is called when the visitor goes back from it. */
type Cover = { left: () => void };

/** A traversal that removes the entries of closed covers. */
type Return = { arrived: Promise<void>; arrive: () => void };

type Arrival =
  /** arrived at another page, or at another entry of the same page */
  | 'page'
  /** moved between a page and the entries of its dialogs */
  | 'cover';

const key = 'covers';

/** time limit for a browser that does not move */
const patienceMs = 1000;

/** The number of covers that the current history entry represents; it survives a reload. */
function depthHere(): number {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !(key in state)) return 0;
  return typeof state[key] === 'number' ? state[key] : 0;
}

/** While a dialog covers a page, the page's entry has the scroll mode `manual`. */
function restoreScroll() {
  if (depthHere() === 0) history.scrollRestoration = 'auto';
}

/**
 * Adds a history entry with the page's address for each dialog over the page. The back button then
 * closes the dialog instead of leaving the page (decision 0005). The number of entries is read from
 * the history, so that reload, forward and refused entries need no special case.
 */
export class BackEntries {
  /** open covers, the top one last */
  private covers: Cover[] = [];
  private depth = depthHere();
  private href = location.href;
  private returning: Return | null = null;
  /** number of address changes in progress; no entry is added during a change */
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

  arrive(): Arrival {
    const { depth: before, href, returning } = this;
    this.note();
    // WebKit scrolls right after `popstate`, and would scroll a page that is already replaced
    setTimeout(restoreScroll);
    this.returning = null;
    returning?.arrive();
    const left = returning ? [] : this.covers.splice(this.depth).reverse();
    const isSamePage = this.href === href && this.depth !== before;
    const isOverNothing = isSamePage && !returning && before > this.depth && left.length === 0;
    for (const cover of left) cover.left();
    // a reload had closed the dialog and kept its entry, so this back is meant for the page
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
        // keeps the page's scroll position when its entry becomes current again
        history.scrollRestoration = 'manual';
        history.pushState({ [key]: depthHere() + 1 }, '');
        history.scrollRestoration = 'auto';
      }
    } catch {
      // browsers refuse many changes within seconds; back then leaves the page
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
