import type { Locator, Page } from '@playwright/test';

/** What is visible in a state and what is not; or why it has nothing to show. */
export type Look =
  | { shown: readonly Locator[]; hidden?: readonly Locator[] }
  | { shown?: undefined; hidden: readonly Locator[] }
  | { unseen: string };

/** The reason why the state shows nothing of its own. */
export const unseen = (reason: string) => (): Look => ({ unseen: reason });

/**
 * States of which one excludes the others, by what each of them shows: a look at one says that
 * nothing of the others is there.
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

/** By role or words; a part that is found by its class alone may say anything. */
const isTold = (place: Locator): boolean => /getBy(Role|Text|Label)\(/.test(String(place));

/** The problem of a look that could be satisfied by another screen, and gives no reason. */
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
