import type { NavigationPort } from '../../../machines/ports/navigation.port.ts';

/**
 * A dialog or overlay that covers the page. `left` is called when the visitor closes it with the
 * back button.
 */
type Cover = { left: () => void };

/**
 * A move of the browser back to the page's own entry, which removes the entries of closed covers.
 */
type Return = { arrived: Promise<void>; arrive: () => void };

type Arrival =
  /** the visitor moved to another page, or to another entry of the same page */
  | 'page'
  /** the visitor moved between a page and the entries of its covers */
  | 'cover';

const key = 'covers';

/** time limit in milliseconds, because some browsers do not move */
const patienceMs = 1000;

/**
 * Returns the number of covers that the current history entry stands for. This number survives a
 * reload.
 */
function depthHere(): number {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !(key in state)) return 0;
  return typeof state[key] === 'number' ? state[key] : 0;
}

/**
 * Lets the browser restore the scroll position again. While a dialog covers a page, the entry of
 * that page has the scroll mode `manual`.
 */
function restoreScroll() {
  if (depthHere() === 0) history.scrollRestoration = 'auto';
}

/**
 * Adds a history entry with the page's address for each dialog that covers the page. The back
 * button then closes the dialog and does not leave the page (decision 0005). The number of entries
 * is read from the history, so that reload, forward and refused entries need no special case.
 */
export class BackEntries {
  /** open covers, the topmost one last */
  private covers: Cover[] = [];
  private depth = depthHere();
  private href = location.href;
  private returning: Return | null = null;
  /** number of address changes that are running; no entry is added during a change */
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

  /** Makes a change of the address or the document on the page's own history entry. */
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
    // waits for the next task, because WebKit scrolls right after `popstate` and would scroll the
    // next page
    setTimeout(restoreScroll);
    this.returning = null;
    returning?.arrive();
    const left = returning ? [] : this.covers.splice(this.depth).reverse();
    const isSamePage = this.href === href && this.depth !== before;
    const isOverNothing = isSamePage && !returning && before > this.depth && left.length === 0;
    for (const cover of left) cover.left();
    // A reload has closed the dialog but kept the dialog's entry. The back button was therefore
    // meant for the page.
    if (isOverNothing) history.go(-1 - this.depth);
    else this.level();
    return isSamePage ? 'cover' : 'page';
  }

  private note() {
    this.depth = depthHere();
    this.href = location.href;
  }

  /** Adds or removes history entries until their number equals the number of covers. */
  private level() {
    if (this.returning || this.changes > 0) return;
    const extra = depthHere() - this.covers.length;
    if (extra > 0) void this.goBack(extra);
    else this.lay();
  }

  private lay() {
    try {
      while (depthHere() < this.covers.length) {
        // prevents the browser from scrolling the page when the page's entry becomes current again
        history.scrollRestoration = 'manual';
        history.pushState({ [key]: depthHere() + 1 }, '');
        history.scrollRestoration = 'auto';
      }
    } catch {
      // browsers refuse many changes within seconds; the back button then leaves the page
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
