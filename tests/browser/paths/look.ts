import type { Locator, Page } from '@playwright/test';

/**
 * The look of a state: the locators that are visible and hidden, or the reason why the state shows
 * nothing of its own.
 */
export type Look =
  | { shown: readonly Locator[]; hidden?: readonly Locator[] }
  | { shown?: undefined; hidden: readonly Locator[] }
  | { unseen: string };

/** Makes the look of a state that shows nothing of its own. */
export const unseen = (reason: string) => (): Look => ({ unseen: reason });

/**
 * Makes the looks of mutually exclusive states. A look at one state also checks that the other
 * states are not visible.
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
 * Returns true for a locator by role, text or label. An element that is found only by its class may
 * have any content.
 */
const isTold = (place: Locator): boolean => /getBy(Role|Text|Label)\(/.test(String(place));

/**
 * Returns why another screen could satisfy this look, or undefined if none could or the look is
 * declared as unseen.
 */
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
