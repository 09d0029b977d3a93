import type { Locator, Page } from '@playwright/test';

/** Locators that are visible in a state and hidden in it; or the reason why it shows nothing. */
export type Look =
  | { shown: readonly Locator[]; hidden?: readonly Locator[] }
  | { shown?: undefined; hidden: readonly Locator[] }
  | { unseen: string };

/** The reason why the state shows nothing of its own. */
export const unseen = (reason: string) => (): Look => ({ unseen: reason });

/**
 * Mutually exclusive states, by what each of them shows: a look at one checks that nothing of the
 * others is there.
 */
export const oneOf =
  <Name extends string>(placesOn: (page: Page) => Readonly<Record<Name, Locator>>) =>
  (name: Name, more: (page: Page) => readonly Locator[] = () => []) =>
  (page: Page): { shown: Locator[]; hidden: Locator[] } => {
    const places = Object.entries<Locator>(placesOn(page));
    return {
      shown: [...places.filter(([own]) => own === name).map(([, place]) => place), ...more(page)],
      hidden: places.filter(([own]) => own !== name).map(([, place]) => place),
    };
  };

const isHeading = (place: Locator): boolean =>
  /getByRole\('heading'/.test(String(place)) && !/\.or\(/.test(String(place));

/**
 * True for a locator by role or text; an element found only by its class could contain anything.
 */
const isTold = (place: Locator): boolean => /getBy(Role|Text|Label)\(/.test(String(place));

/** The problem of a look that another screen could satisfy, and that gives no reason. */
export const blindLook = (leaf: string, look: Look): string | undefined => {
  if ('unseen' in look) {
    return look.unseen.trim() === '' ? `${leaf}: unseen, but for no reason` : undefined;
  }
  const { shown = [], hidden = [] } = look;
  if (shown.length + hidden.length === 0) return `${leaf}: nothing is looked at`;
  if (shown.length === 0) return undefined;
  if (hidden.length === 0) return `${leaf}: it does not say what must not be there`;
  if (shown.every(isHeading)) return `${leaf}: a heading alone`;
  return shown.some(isTold) ? undefined : `${leaf}: neither a role nor words`;
};
