import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { AnyActorLogic, AnyActorRef, AnyEventObject } from 'xstate';
import type { PortFailure } from '../../../machines/ports/port-failure.ts';
import type {} from '../../../src/devtools/expose-actors.ts';
import { noteMadeUp } from './made-up.ts';

/*
 * What this device answers, and when, as the fault layer does for the server: an actor that is held
 * waits at its start until the walk lets the real one go on, or says itself how it ends.
 */

type Held = {
  /** starts what was held */
  pass: () => void;
  /** what it sends its parent */
  send: (event: AnyEventObject) => void;
  end: (type: 'xstate.promise.resolve' | 'xstate.promise.reject', data: unknown) => void;
};

/** How actors themselves send, which is not public. */
type Relaying = {
  system: { _relay: (from: AnyActorRef, to: AnyActorRef, event: AnyEventObject) => void };
};

declare global {
  interface Window {
    __lightwellHeld?: Record<string, Held>;
  }
}

/** Runs in the page, from its source text, after the recorder and before the product. */
const hold = (names: readonly string[]): void => {
  const held: Record<string, Held> = {};
  window.__lightwellHeld = held;

  const take = (ref: AnyActorRef & { _snapshot?: unknown }): void => {
    const name = `${ref._parent?.id}/${ref.id}`;
    if (!names.some((one) => new RegExp(`^${one}$`).test(name))) return;
    const logic = Reflect.get(ref, 'logic') as AnyActorLogic;
    let isStarted = false;
    let own: Held | undefined;
    /* one that has taken its place stays */
    const forget = (): void => {
      if (held[name] === own) delete held[name];
    };
    const relay = (to: AnyActorRef | undefined, event: AnyEventObject): void => {
      const { system } = ref as unknown as Relaying;
      if (to) system._relay(ref, to, event);
    };
    const start: AnyActorLogic['start'] = (snapshot, scope) => {
      own = {
        pass: () => {
          isStarted = true;
          forget();
          logic.start?.(snapshot, scope);
        },
        send: (event) => relay(ref._parent, event),
        end: (type, data) => {
          forget();
          relay(ref, { type, data });
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

/** Pages that are opened from now on hold these actors; `parent/id`, as patterns. */
export const holdActors = (context: BrowserContext, names: readonly string[]): Promise<unknown> =>
  context.addInitScript({ content: `(${hold})(${JSON.stringify(names)})` });

const patience = { timeout: 60_000, intervals: [25] };

/** Resolves when the actor waits. */
const untilHeld = (page: Page, name: string): Promise<void> =>
  expect
    .poll(() => page.evaluate((one) => one in (window.__lightwellHeld ?? {}), name), {
      ...patience,
      message: `${name} is held`,
    })
    .toBe(true);

/** Lets the real one go on. */
export const passActor = async (page: Page, name: string): Promise<void> => {
  await untilHeld(page, name);
  await page.evaluate((one) => window.__lightwellHeld?.[one]?.pass(), name);
};

export const failActor = async (page: Page, name: string, failure: PortFailure): Promise<void> => {
  await untilHeld(page, name);
  noteMadeUp(page.context(), name);
  await page.evaluate(
    ([one, why]) => window.__lightwellHeld?.[one]?.end('xstate.promise.reject', why),
    [name, failure] as const,
  );
};

/** The real one does its work, but what it answers is lost. */
export const loseAnswer = async (page: Page, name: string, failure: PortFailure): Promise<void> => {
  await untilHeld(page, name);
  noteMadeUp(page.context(), name);
  await page.evaluate(
    ([one, why]) => {
      const held = window.__lightwellHeld?.[one];
      held?.pass();
      held?.end('xstate.promise.reject', why);
    },
    [name, failure] as const,
  );
};

type Answered = { output: unknown } | { event: AnyEventObject };

/**
 * Answers, or sends an event. A file cannot come from here: `file` are its bytes, and where a value
 * has a field `file`, the page puts a real one there.
 */
export const scriptActor = async (
  page: Page,
  name: string,
  answered: Answered,
  file = '',
): Promise<void> => {
  await untilHeld(page, name);
  noteMadeUp(page.context(), name);
  await page.evaluate(
    ([one, script, base64]) => {
      const withFile = (value: unknown): unknown => {
        if (typeof value !== 'object' || value === null) return value;
        if (Array.isArray(value)) return value.map(withFile);
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const made = Object.entries(value).map(([key, inner]): [string, unknown] =>
          key === 'file'
            ? [key, new File([bytes], inner.name, { type: inner.type })]
            : [key, withFile(inner)],
        );
        return Object.fromEntries(made);
      };
      const held = window.__lightwellHeld?.[one];
      if ('event' in script) held?.send(withFile(script.event) as AnyEventObject);
      else held?.end('xstate.promise.resolve', withFile(script.output));
    },
    [name, answered, file] as const,
  );
};
