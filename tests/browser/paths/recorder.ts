import type { BrowserContext, Page } from '@playwright/test';
import type {
  AnyActorRef,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
} from 'xstate';
import type {} from '../../../src/devtools/expose-actors.ts';
import { appliedOf, type Place, startOf } from '../../../workshop/paths/applied.ts';
import type { Taken } from '../../../workshop/paths/coverage/measurement.ts';

declare global {
  interface Window {
    __lightwellTook?: (taken: Taken[] | null) => Promise<void>;
  }
}

/*
 * Runs in the page before the product. Playwright sends the function as source text. Listens to
 * every microstep as soon as the product exposes its root. The ids are those of
 * workshop/paths/transitions.ts.
 */
const listen = (start: typeof startOf, applied: typeof appliedOf, key: typeof keyOf): void => {
  const byKey = key();
  const places = new WeakMap<AnyActorRef, Place>();
  let unsent: Taken[] = [];
  const send = (): void => {
    void window.__lightwellTook?.(unsent);
    unsent = [];
  };
  /* a freshly loaded page has taken no transitions */
  void window.__lightwellTook?.(null);

  const candidates = (node: AnyStateNode): [string, AnyTransitionDefinition[]][] => [
    ...node.transitions,
    ...(node.always ? [['', node.always] as [string, AnyTransitionDefinition[]]] : []),
  ];
  const note = (definition: AnyTransitionDefinition, actor: string, keyed: string | null): void => {
    const { source } = definition;
    for (const [event, list] of candidates(source)) {
      const index = list.indexOf(definition);
      if (index < 0) continue;
      const targets = (definition.target ?? []).map((node) => node.id).join(' ') || '-';
      const kind = definition.reenter ? ' ⟲' : '';
      const id = `${source.id} | ${event || 'always'} | ${index} | ${targets}${kind}`;
      // sent in a microtask, before the page can be closed
      if (unsent.length === 0) queueMicrotask(send);
      unsent.push({ chart: source.machine.id, id, actor, keyed });
    }
  };

  /** Records transitions out of initial states, which were taken before the recorder listened. */
  const noteStart = (ref: AnyActorRef): void => {
    const snapshot: AnyMachineSnapshot | undefined = ref.getSnapshot();
    if (!snapshot?._nodes) return;
    const nodes = snapshot._nodes;
    for (const node of start(snapshot.machine as AnyStateMachine)._nodes) {
      if (nodes.includes(node)) continue;
      const gone = node.always?.find(({ target }) => target?.some((one) => nodes.includes(one)));
      if (gone) note(gone, ref.id, null);
    }
    places.set(ref, snapshot);
    for (const child of Object.values<AnyActorRef>(snapshot.children)) noteStart(child);
  };

  let exposed: Window['__lightwell'];
  Object.defineProperty(window, '__lightwell', {
    configurable: true,
    get: () => exposed,
    set: (value: NonNullable<Window['__lightwell']>) => {
      exposed = value;
      noteStart(value.root);
      value.root.system.inspect((event) => {
        if (event.type !== '@xstate.microstep') return;
        const ref = event.actorRef as AnyActorRef;
        const snapshot = event.snapshot as AnyMachineSnapshot;
        const before = places.get(ref) ?? start(snapshot.machine as AnyStateMachine);
        places.set(ref, snapshot);
        const keyed = byKey() ? event.event.type : null;
        for (const one of applied(event._transitions, before)) note(one, ref.id, keyed);
      });
    },
  });
};

/**
 * Returns a function that reports whether a key caused the current event. The report is true during
 * an input event on an element in the tab order, if the keyboard was the latest input. Runs in the
 * page, to which Playwright sends the function as source text.
 */
const keyOf = (): (() => boolean) => {
  let isKeyboard = false;
  let isTab = false;
  const isReachable = (at: Element | null): boolean =>
    at === null || at === document.body || Number(Reflect.get(at, 'tabIndex')) >= 0;
  const touched = (event: Event): void => {
    if (!event.isTrusted) return;
    isTab = event.type === 'keydown' && Reflect.get(event, 'key') === 'Tab';
    isKeyboard =
      event instanceof KeyboardEvent &&
      (event.key === 'Escape' || isReachable(document.activeElement));
  };
  const isOver = (): void => {
    isTab = false;
  };
  window.addEventListener('keyup', isOver, { capture: true, passive: true });
  for (const type of ['keydown', 'pointerdown', 'mousedown', 'touchstart', 'dragenter']) {
    window.addEventListener(type, touched, { capture: true, passive: true });
  }
  /* the test script answers a file chooser that was opened by key */
  const opened = new WeakSet<EventTarget>();
  const open = ({ isTrusted, target }: Event): void => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'file') return;
    if (isTrusted && isKeyboard) opened.add(target);
    else opened.delete(target);
  };
  window.addEventListener('click', open, { capture: true, passive: true });
  const isFile = ({ target, type }: Event): boolean =>
    (type === 'input' || type === 'change') && target !== null && opened.has(target);
  /* answers and connection changes are events, but not input */
  const input = /^(key(down|press|up)|click|submit|(before)?input|change|paste|cancel)$/;
  return () => {
    const { event } = window;
    if (!isKeyboard || event === undefined) return false;
    if (!event.isTrusted) return isFile(event);
    // a change of focus counts only after Tab, because focus() in a script also moves the focus
    return isFile(event) || input.test(event.type) || (isTab && event.type === 'focusout');
  };
};

/** Recorded transitions, by page and then by load of the page. */
type Loads = Map<Page, Taken[][]>;

const recordings = new WeakMap<BrowserContext, Loads>();

/**
 * Makes every page of the context report its transitions at once from now on. A reload or a closed
 * tab therefore loses no transitions.
 */
export const recordTransitions = async (context: BrowserContext): Promise<void> => {
  const loads: Loads = new Map();
  recordings.set(context, loads);
  await context.exposeBinding('__lightwellTook', ({ page, frame }, taken: Taken[] | null) => {
    if (frame !== page.mainFrame()) return;
    const known = loads.get(page) ?? [];
    if (taken === null || known.length === 0) known.push([]);
    known.at(-1)?.push(...(taken ?? []));
    loads.set(page, known);
  });
  await context.addInitScript({ content: `(${listen})(${startOf}, ${appliedOf}, ${keyOf})` });
};

/**
 * Returns all transitions since the page was loaded. The list is empty if the page runs no charts.
 */
export const takenOn = (page: Page): readonly Taken[] =>
  recordings.get(page.context())?.get(page)?.at(-1) ?? [];

/** Returns all transitions of all pages of the context. */
export const takenIn = (context: BrowserContext): readonly Taken[] =>
  [...(recordings.get(context)?.values() ?? [])].flat(2);
