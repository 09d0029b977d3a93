import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { AnyActorLogic, AnyActorRef } from 'xstate';
import type {} from '../../../src/devtools/expose-actors.ts';

/*
 * Controls the answers of the device, as the fault layer controls those of the server. A held actor
 * waits at its start until the walk lets it pass.
 */

type Held = {
  pass: () => void;
};

declare global {
  interface Window {
    __lightwellHeld?: Record<string, Held>;
  }
}

/**
 * Runs in the page after the recorder and before the product. Playwright sends the function as
 * source text.
 */
const hold = (names: readonly string[]): void => {
  const held: Record<string, Held> = {};
  window.__lightwellHeld = held;

  const take = (ref: AnyActorRef & { _snapshot?: unknown }): void => {
    const name = `${ref._parent?.id}/${ref.id}`;
    if (!names.some((one) => new RegExp(`^${one}$`).test(name))) return;
    const logic = Reflect.get(ref, 'logic') as AnyActorLogic;
    let isStarted = false;
    let own: Held | undefined;
    /* a newer actor with the same name stays held */
    const forget = (): void => {
      if (held[name] === own) delete held[name];
    };
    const start: AnyActorLogic['start'] = (snapshot, scope) => {
      own = {
        pass: () => {
          isStarted = true;
          forget();
          logic.start?.(snapshot, scope);
        },
      };
      held[name] = own;
    };
    const transition: AnyActorLogic['transition'] = (snapshot, event, scope) => {
      if (isStarted || event.type !== 'xstate.stop')
        return logic.transition(snapshot, event, scope);
      forget();
      return { ...snapshot, status: 'stopped' };
    };
    Reflect.set(ref, 'logic', Object.assign(Object.create(logic), { start, transition }));
  };

  const takeAll = (ref: AnyActorRef): void => {
    take(ref);
    const children: Record<string, AnyActorRef> = ref.getSnapshot()?.children ?? {};
    for (const child of Object.values(children)) takeAll(child);
  };

  const recorded = Object.getOwnPropertyDescriptor(window, '__lightwell');
  Object.defineProperty(window, '__lightwell', {
    configurable: true,
    get: () => recorded?.get?.call(window),
    set: (value: NonNullable<Window['__lightwell']>) => {
      takeAll(value.root);
      value.root.system.inspect((event) => {
        if (event.type === '@xstate.actor') take(event.actorRef as AnyActorRef);
      });
      recorded?.set?.call(window, value);
    },
  });
};

/** Holds these actors on pages opened from now on; names are patterns like `parent/id`. */
export const holdActors = (context: BrowserContext, names: readonly string[]): Promise<unknown> =>
  context.addInitScript({ content: `(${hold})(${JSON.stringify(names)})` });

const patience = { timeout: 60_000, intervals: [25] };

const untilHeld = (page: Page, name: string): Promise<void> =>
  expect
    .poll(() => page.evaluate((one) => one in (window.__lightwellHeld ?? {}), name), {
      ...patience,
      message: `${name} is held`,
    })
    .toBe(true);

export const passActor = async (page: Page, name: string): Promise<void> => {
  await untilHeld(page, name);
  await page.evaluate((one) => window.__lightwellHeld?.[one]?.pass(), name);
};
