/** An element of a page. `words` selects one element if several match `css`. */
export type Target = { css: string; words?: string };

/** The functions that a browser driver must provide; DrivenPage implements everything else once. */
export interface Driver {
  goto(url: string): Promise<void>;
  /** Calls a function in the page; arguments and results must be JSON. */
  call<Answer, Given extends unknown[]>(
    run: (...given: Given) => Answer,
    ...given: Given
  ): Promise<Answer>;
  /** Presses the element that has the attribute, as a visitor does. */
  click(mark: string): Promise<void>;
  /** Types into the element that has the attribute. */
  type(mark: string, text: string): Promise<void>;
  choose(mark: string, file: string): Promise<void>;
  /** Errors and warnings of the console so far. */
  faults(): readonly string[];
  /** Writes the visible part of the page to a PNG file. */
  photograph(file: string): Promise<void>;
  close(): Promise<void>;
}

const marker = 'data-driven';
const selectorOf = (mark: string) => `[${marker}="${mark}"]`;

/** Runs in the page. Marks the first visible element that matches. */
function markElement(css: string, words: string, attribute: string, mark: string): boolean {
  const found = [...document.querySelectorAll<HTMLElement>(css)].find((one) => {
    const isFile = one instanceof HTMLInputElement && one.type === 'file';
    const isSaid = words === '' || one.textContent?.replace(/\s+/g, ' ').trim() === words;
    return isSaid && (isFile || one.checkVisibility());
  });
  found?.setAttribute(attribute, mark);
  // Drivers do not wait for the end of smooth scrolling.
  found?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  return found !== undefined;
}

/** Runs in the page. Reports whether the page's heading is on screen, below the header. */
function measureHeading(): string {
  const heading = document.querySelector('main h1')?.getBoundingClientRect();
  const header = document.querySelector('header')?.getBoundingClientRect();
  if (!heading || !header) return 'there is no heading';
  const isSeen = heading.top >= Math.max(0, header.bottom) && heading.top < innerHeight;
  return isSeen
    ? 'seen'
    : `the heading starts at ${heading.top}, the header ends at ${header.bottom}`;
}

/** Longer than any step takes on a busy machine. */
const patienceMs = 90_000;
const betweenLooksMs = 50;

/** A page of the product in a real browser, with any driver. */
export class DrivenPage {
  readonly driver: Driver;
  private marks = 0;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  /** Waits until `look` returns a truthy value. `what` describes the wait in the error message. */
  async until<Answer>(what: string, look: () => Promise<Answer | false | null>): Promise<Answer> {
    const end = performance.now() + patienceMs;
    for (;;) {
      const answer = await look();
      if (answer) return answer;
      if (performance.now() > end) throw new Error(`Waited ${patienceMs} ms for ${what}.`);
      await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
    }
  }

  private async mark({ css, words = '' }: Target): Promise<string> {
    this.marks += 1;
    const mark = String(this.marks);
    await this.until(`${css} ${words}`, () =>
      this.driver.call(markElement, css, words, marker, mark),
    );
    return selectorOf(mark);
  }

  async click(target: Target): Promise<void> {
    await this.driver.click(await this.mark(target));
  }

  async type(target: Target, text: string): Promise<void> {
    await this.driver.type(await this.mark(target), text);
  }

  async choose(target: Target, file: string): Promise<void> {
    await this.driver.choose(await this.mark(target), file);
  }

  async see(target: Target): Promise<void> {
    await this.mark(target);
  }

  async gone(css: string): Promise<void> {
    await this.until(`${css} to go away`, () =>
      this.driver.call(
        (selector) =>
          ![...document.querySelectorAll(selector)].some((one) => one.checkVisibility()),
        css,
      ),
    );
  }

  path(): Promise<string> {
    return this.driver.call(() => location.pathname);
  }

  untilPath(pattern: RegExp): Promise<boolean> {
    return this.until(`the address ${pattern}`, async () => pattern.test(await this.path()));
  }

  /** Waits until the visitor sees the heading of the page below the header. */
  async seeHeading(words: string): Promise<void> {
    await this.see({ css: 'main h1', words });
    let measured = '';
    await this.until('the heading on screen', async () => {
      measured = await this.driver.call(measureHeading);
      return measured === 'seen';
    }).catch(() => {
      throw new Error(`The heading “${words}” is not on the screen: ${measured}`);
    });
  }
}
