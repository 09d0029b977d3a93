import type { Locator } from '@playwright/test';

/** What a person sees in a state, and does not see; or why there is nothing to see of it. */
export type Look =
  | { shown: readonly Locator[]; hidden?: readonly Locator[] }
  | { shown?: undefined; hidden: readonly Locator[] }
  | { unseen: string };

/** The state can be looked at and shows nothing of its own, for this reason. */
export const unseen = (reason: string) => (): Look => ({ unseen: reason });

/** What is wrong with a look that looks at nothing and does not say why. */
export const blindLook = (leaf: string, look: Look): string | undefined => {
  if ('unseen' in look) {
    return look.unseen.trim() === '' ? `${leaf}: unseen, but for no reason` : undefined;
  }
  const { shown = [], hidden = [] } = look;
  return shown.length + hidden.length === 0 ? `${leaf}: nothing is looked at` : undefined;
};
