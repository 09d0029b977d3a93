import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { AnyActorLogic, AnyActorRef, AnyEventObject } from 'xstate';
import type {} from '../../../src/devtools/expose-actors.ts';

/*
 * Streams of the device emit at any time. A metered stream runs unchanged, but holds its events
 * until the walk releases them.
 */

type Metered = {
  /** waiting events, oldest first */
  said: AnyEventObject[];
  tell: (event: AnyEventObject) => void;
};

/** The internal function by which actors of xstate send to each other. */
type System = {
  _relay: (from: AnyActorRef, to: AnyActorRef, event: AnyEventObject) => void;
};

declare global {
  interface Window {
    __lightwellMetered?: Record<string, Metered>;
  }
}

/**
 * Runs in the page after the recorder and before the product. Playwright sends the function as
 * source text.
 */
const meter = (names: readonly string[]): void => {
  const metered: Record<string, Metered> = {};
  window.__lightwellMetered = metered;

  const take = (ref: AnyActorRef): void => {
    const name = `${ref._parent?.id}/${ref.id}`;
    if (!names.includes(name)) return;
    const logic = Reflect.get(ref, 'logic') as AnyActorLogic;
    const start: AnyActorLogic['start'] = (snapshot, scope) => {
      const said: AnyEventObject[] = [];
      const { _relay } = scope.system as unknown as System;
      const tell = (event: AnyEventObject): void => {
        if (ref._parent) _relay.call(scope.system, ref, ref._parent, event);
      };
      metered[name] = { said, tell };
      const keep: System['_relay'] = (_from, _to, event) => said.push(event);
      const system = Object.create(scope.system, { _relay: { value: keep } });
      logic.start?.(snapshot, { ...scope, system });
    };
    Reflect.set(ref, 'logic', Object.assign(Object.create(logic), { start }));
  };

  const recorded = Object.getOwnPropertyDescriptor(window, '__lightwell');
  Object.defineProperty(window, '__lightwell', {
    configurable: true,
    get: () => recorded?.get?.call(window),
    set: (value: NonNullable<Window['__lightwell']>) => {
      value.root.system.inspect((event) => {
        if (event.type === '@xstate.actor') take(event.actorRef as AnyActorRef);
      });
      recorded?.set?.call(window, value);
    },
  });
};

/** Meters these actors (`parent/id`) on pages that are opened from now on. */
export const meterActors = (context: BrowserContext, names: readonly string[]): Promise<unknown> =>
  context.addInitScript({ content: `(${meter})(${JSON.stringify(names)})` });

type Wanted = { type: string } & Readonly<Record<string, unknown>>;

/** Returns true if a matching event is waiting. */
export const hasSaid = (page: Page, name: string, wanted: Wanted): Promise<boolean> =>
  page.evaluate(
    ([one, fields]) =>
      (window.__lightwellMetered?.[one]?.said ?? []).some((event) =>
        Object.entries(fields).every(([key, value]) => event[key] === value),
      ),
    [name, wanted] as const,
  );

/** Drops all waiting events of this type. */
export const unsay = (page: Page, name: string, type: string): Promise<void> =>
  page.evaluate(
    ([one, unwanted]) => {
      const said = window.__lightwellMetered?.[one]?.said ?? [];
      said.splice(0, said.length, ...said.filter((event) => event.type !== unwanted));
    },
    [name, type] as const,
  );

/**
 * Waits for a matching event and releases the newest one. Drops earlier events on the same subject
 * (`lead.gained`, `lead.lost`).
 */
export const letThrough = (page: Page, name: string, wanted: Wanted): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(
          ([one, fields]) => {
            const { said = [], tell } = window.__lightwellMetered?.[one] ?? {};
            const at = said.findLastIndex((event) =>
              Object.entries(fields).every(([key, value]) => event[key] === value),
            );
            const found = said[at];
            if (!found) return false;
            const about = ({ type }: AnyEventObject) => type.split('.')[0];
            const rest = said.filter((event, n) => n > at || about(event) !== about(found));
            said.splice(0, said.length, ...rest);
            tell?.(found);
            return true;
          },
          [name, wanted] as const,
        ),
      { timeout: 60_000, intervals: [25], message: `${name} says ${JSON.stringify(wanted)}` },
    )
    .toBe(true);
