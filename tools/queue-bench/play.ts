import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type Collector, startCollector } from '../collector/collector.ts';
import type {} from './bench-page.ts';
import { createDice, createFaults } from './faults.ts';
import { addressOf, type Cut, type Heard, judge, type Verdict } from './judge.ts';

export type Subject = 'ours' | 'stock';

type Plan = { site: string; events: number; faults: number; seed: number; scale: number };

export type Played = Verdict & {
  events: number;
  faults: number;
  drainSeconds: number;
  notes: readonly string[];
};

const tabs = 3;
const hangMs = 1000;
const mostMinutes = 8;
const settledMs = 3000;
const drainMs = 120_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
/** A page that is killed never answers. */
const within = <Value>(ms: number, work: Promise<Value>, otherwise: Value): Promise<Value> =>
  Promise.race([work.catch(() => otherwise), pause(ms).then(() => otherwise)]);

/** Ends the process that renders the page, as a phone does that is short of memory. */
export async function crash(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Page.crash');
}

class Play {
  readonly accepted: number[] = [];
  readonly cuts: Cut[] = [];
  /** what the queue itself said about events that it gave up */
  readonly notes = new Set<string>();
  readonly deliveries: Heard[] = [];
  /** when pages have read the answer to a request, by its name */
  readonly answersRead = new Map<string, number>();
  readonly faults;
  readonly #dice;
  readonly #plan;
  readonly #context;
  readonly #subject;
  readonly #pages: Page[] = [];
  /** of the document that each tab shows now */
  readonly #numberOf = new Map<Page, number>();
  #documents = 0;
  #collector: Collector | null = null;
  #next = 0;
  /** beside what the collector does */
  #ownFaults = 0;

  constructor(subject: Subject, context: BrowserContext, plan: Plan) {
    this.#subject = subject;
    this.#context = context;
    this.#plan = plan;
    this.#dice = createDice(plan.seed);
    this.faults = createFaults(plan.seed + 1);
  }

  get faultCount() {
    return this.faults.count() + this.#ownFaults;
  }

  async begin() {
    await this.#context.exposeFunction('benchHeard', (send: string) => {
      this.answersRead.set(send, Date.now());
    });
    this.#collector = await startCollector(0, {
      choose: this.faults.choose,
      hangMs,
      heard: (delivery) => this.deliveries.push(Object.assign(delivery, { at: Date.now() })),
    });
    for (let index = 0; index < tabs; index += 1) this.#pages.push(await this.#open());
  }

  async #start(page: Page) {
    const { site, scale } = this.#plan;
    await page.goto(`${site}/${this.#subject}.html`, { timeout: 60_000 });
    this.#documents += 1;
    this.#numberOf.set(page, this.#documents);
    const settings = { url: addressOf(this.#collector?.url ?? '', this.#documents), scale };
    await page.evaluate((one) => window.bench?.start(one), settings);
  }

  async #open(): Promise<Page> {
    const page = await this.#context.newPage();
    page.on('console', (message) => this.notes.add(message.text()));
    await this.#start(page);
    return page;
  }

  #numbers(most: number): number[] {
    const count = 1 + Math.floor(this.#dice() * most);
    return Array.from({ length: count }, () => this.#next++);
  }

  async #track(page: Page, numbers: readonly number[]) {
    const kept = page.evaluate((some) => window.bench?.track(some) ?? [], numbers);
    this.accepted.push(...(await within(10_000, kept, [])));
  }

  async #cut(page: Page, happens: () => Promise<unknown>) {
    this.#ownFaults += 1;
    this.cuts.push({ from: Date.now(), page: this.#numberOf.get(page) ?? 0 });
    await happens();
  }

  async #end(page: Page, isCrash: boolean) {
    if (isCrash) await within(1000, crash(page), undefined);
    await within(5000, page.close(), undefined);
  }

  async #kill(index: number) {
    const page = this.#pages[index];
    if (!page) return;
    // under way when the tab dies: nobody was told that these are kept
    void page.evaluate((some) => window.bench?.track(some), this.#numbers(5)).catch(() => {});
    const isCrash = this.#dice() < 0.5;
    await this.#cut(page, () => this.#end(page, isCrash));
    this.#pages[index] = await this.#open();
  }

  async #goOffline() {
    this.#ownFaults += 1;
    await this.#context.setOffline(true);
    for (const page of this.#pages) await this.#track(page, this.#numbers(3));
    await pause(this.#dice() * 500);
    await this.#context.setOffline(false);
  }

  /** One turn of the script: events in one tab, and now and then something that happens to a tab. */
  async step() {
    const index = Math.floor(this.#dice() * tabs);
    const page = this.#pages[index];
    const luck = this.#dice();
    if (!page) return;
    if (luck < 0.015) await this.#kill(index);
    else if (luck < 0.03) await this.#cut(page, () => this.#start(page));
    else if (luck < 0.04) await this.#goOffline();
    else await this.#track(page, this.#numbers(7));
    await pause(this.#dice() * 30);
  }

  /** All faults are over: until nothing new comes any more; then once more after a reload. */
  async drain(): Promise<number> {
    const begun = Date.now();
    this.faults.calm();
    for (let turn = 0; turn < 2; turn += 1) {
      await this.#untilSettled(begun);
      // what a page has left in its storage may need a new page
      const [page] = this.#pages;
      if (turn === 0 && page && this.verdict().lost > 0) {
        await this.#cut(page, () => this.#start(page));
      }
    }
    const last = this.deliveries.findLast(({ taken }) => taken)?.at ?? begun;
    return Math.max(0, last - begun) / 1000;
  }

  async #untilSettled(begun: number) {
    let [seen, since] = [this.deliveries.length, Date.now()];
    while (Date.now() - since < settledMs && Date.now() - begun < drainMs) {
      await pause(100);
      if (this.deliveries.length === seen) continue;
      [seen, since] = [this.deliveries.length, Date.now()];
    }
  }

  verdict(): Verdict {
    return judge(this);
  }

  async end() {
    await this.#context.close();
    await this.#collector?.close();
  }
}

export async function play(browser: Browser, subject: Subject, plan: Plan): Promise<Played> {
  const run = new Play(subject, await browser.newContext(), plan);
  await run.begin();
  const until = Date.now() + mostMinutes * 60_000;
  const isDone = () => run.accepted.length >= plan.events && run.faultCount >= plan.faults;
  while (!isDone() && Date.now() < until) await run.step();
  const drainSeconds = await run.drain();
  const played = { ...run.verdict(), events: run.accepted.length, faults: run.faultCount };
  await run.end();
  return { ...played, drainSeconds, notes: [...run.notes] };
}
