import type { Locator } from '@playwright/test';

/** What is visible in a state and what is not; or why it has nothing to show. */
export type Look =
  | { shown: readonly Locator[]; hidden?: readonly Locator[] }
  | { shown?: undefined; hidden: readonly Locator[] }
  | { unseen: string };

/** The reason why the state shows nothing of its own. */
export const unseen = (reason: string) => (): Look => ({ unseen: reason });

/** The problem of a look that checks nothing and gives no reason. */
export const blindLook = (leaf: string, look: Look): string | undefined => {
  if ('unseen' in look) {
    return look.unseen.trim() === '' ? `${leaf}: unseen, but for no reason` : undefined;
  }
  const { shown = [], hidden = [] } = look;
  return shown.length + hidden.length === 0 ? `${leaf}: nothing is looked at` : undefined;
};
