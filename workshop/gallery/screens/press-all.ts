import { act } from '@testing-library/react';
import type { MountedState } from './mount-state.tsx';
import { outline, type Sent } from './outline.ts';
import { isReached, pressEscape, type Use, usesOf } from './use-control.ts';

/* Uses each control of a screen by mouse and by keys, and records the events sent to the charts. */

const controls =
  'button, a[href], input, select, textarea, summary, [role="slider"], [tabindex="0"]';

const isUsable = (element: Element): boolean =>
  !element.matches(':disabled, [aria-disabled="true"], [aria-hidden="true"], [type="file"]') &&
  element.closest('[inert], [hidden]') === null;

/** Usable controls of the shown part, in document order. */
const controlsOf = (shown: Element): Element[] =>
  [...shown.querySelectorAll(controls)].filter(isUsable);

/** The events that one use of a control sent, and the screen afterwards. */
type Outcome = { heard: readonly string[]; after: readonly string[] };

const none: Sent = new Map();

/**
 * Returns the lines of the first outcome that the other lacks. For a slider, returns only the
 * value.
 */
const added = (outcome: Outcome, other: Outcome): string[] =>
  outcome.after
    .filter((line) => !other.after.includes(line))
    .map((line) => /aria-valuenow=\S+/.exec(line)?.[0] ?? line.trim());

/** Describes the outcome by mouse, and the outcome by a key if it differs. */
const told = (byMouse: Outcome, byKeys: readonly (readonly [by: string, Outcome])[]): string[] => [
  ...byMouse.heard,
  ...byKeys.flatMap(([by, byKey]) => {
    const isSame =
      byKey.heard.join() === byMouse.heard.join() && byKey.after.join() === byMouse.after.join();
    if (isSame) return [];
    const happened = [...byKey.heard, ...added(byKey, byMouse)];
    return [`by ${by}: ${happened.join('; ') || 'nothing'}`];
  }),
];

/**
 * @param mount mounts a new screen, so that local state (an open menu) does not affect the next use
 */
class Screen {
  readonly #mount: () => Promise<MountedState>;
  #mounted: MountedState | undefined;

  constructor(mount: () => Promise<MountedState>) {
    this.#mount = mount;
  }

  async fresh(): Promise<MountedState> {
    this.#mounted ??= await this.#mount();
    return this.#mounted;
  }

  async use(find: (shown: Element) => Element | undefined, { by, act: use }: Use) {
    const { shown, heard, unmount } = await this.fresh();
    const before = shown.outerHTML;
    const element = find(shown);
    if (!element) throw new Error('The screen shows other controls after it is mounted again.');
    heard.length = 0;
    await act(async () => use(element));
    const outcome: Outcome = { heard: [...heard], after: outline(shown, none) };
    if (shown.outerHTML !== before || !shown.isConnected) {
      unmount();
      this.#mounted = undefined;
    }
    return [by, outcome] as const;
  }
}

/**
 * @returns `mounted` is an unused screen, `sent` the events by its elements, `unreached` the
 * controls that no key reaches
 */
export async function pressAll(
  mount: () => Promise<MountedState>,
): Promise<{ mounted: MountedState; sent: Sent; unreached: string[] }> {
  const screen = new Screen(mount);
  const effects: string[][] = [];
  const first = controlsOf((await screen.fresh()).shown);
  for (const [nth, control] of first.entries()) {
    const outcomes: (readonly [string, Outcome])[] = [];
    for (const use of usesOf(control)) {
      outcomes.push(await screen.use((shown) => controlsOf(shown)[nth], use));
    }
    const [byMouse, ...byKeys] = outcomes;
    if (byMouse) effects.push(told(byMouse[1], byKeys));
  }
  const dialog = (shown: Element) => (shown.matches('dialog') ? shown : undefined);
  const escaped: string[] = [];
  if (dialog((await screen.fresh()).shown)) {
    const [, { heard }] = await screen.use(dialog, { by: 'Escape', act: pressEscape });
    escaped.push(`by Escape: ${heard.join('; ') || 'nothing'}`);
  }
  const mounted = await screen.fresh();
  const own = controlsOf(mounted.shown);
  const sent = new Map(own.map((one, nth) => [one, effects[nth] ?? []]));
  if (escaped.length > 0) sent.set(mounted.shown, escaped);
  const unreached = own.filter((one) => !isReached(one)).map((one) => one.outerHTML);
  return { mounted, sent, unreached };
}
