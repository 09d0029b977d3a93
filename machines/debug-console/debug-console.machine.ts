import { assign } from 'xstate';
import { setupChart } from '../chart-setup.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { ports } from '../port-actors.ts';
import type { ConsoleContent, ConsoleView, DebugConsolePort } from '../ports/debug-console.port.ts';
import type { DebugConsoleContext, DebugConsoleEvent } from './debug-console.types.ts';

const tapsToToggle = 8;
const withinMs = 3000;

type Tap = { atMs: number };

/** Returns the earlier taps that are recent enough to count with this tap. */
const lately = (taps: readonly number[], atMs: number) =>
  taps.filter((tap) => atMs - tap < withinMs);

type Signs = Awaited<ReturnType<DebugConsolePort['readDebugSigns']>>;

const consoleSetup = setupChart({
  types: {
    context: {} as DebugConsoleContext,
    events: {} as DebugConsoleEvent,
    meta: {} as StateMeta,
  },
  actors: ports({
    calls: ['readDebugSigns', 'copyReport'],
    streams: ['watchConsole'],
  }).of<DebugConsolePort>(),
  guards: {
    isLastTap: ({ context }, { atMs }: Tap) =>
      lately(context.taps, atMs).length + 1 >= tapsToToggle,
    isWanted: (_, { runEnv, flagged }: Signs) => runEnv === 'test' || flagged,
    isOtherView: ({ context }, { view }: { view: ConsoleView }) => context.view !== view,
  },
  actions: {
    countTap: assign(({ context }, { atMs }: Tap) => ({
      taps: [...lately(context.taps, atMs), atMs],
    })),
    clearTaps: assign({ taps: [] }),
    chooseView: assign((_, { view }: { view: ConsoleView }) => ({ view, content: null })),
    setContent: assign((_, { content }: { content: ConsoleContent }) => ({ content })),
    clearContent: assign({ content: null }),
  },
  delays: { noteLifetime: 3000 },
});

const size = consoleSetup.createStateConfig({
  initial: 'open',
  states: {
    bar: {
      meta: { view: 'a line below the page that opens the console' },
      on: { 'debugConsole.expanded': { target: 'open' } },
    },
    open: {
      meta: { view: 'the console over the lower part of the page' },
      exit: 'clearContent',
      invoke: {
        id: 'watchConsole',
        src: 'watchConsole',
        input: ({ context }) => ({ view: context.view }),
        onError: { target: 'bar' },
      },
      on: {
        'debugConsole.collapsed': { target: 'bar' },
        'debugConsole.viewChosen': {
          guard: { type: 'isOtherView', params: ({ event }) => event },
          target: 'open',
          reenter: true,
          actions: { type: 'chooseView', params: ({ event }) => event },
        },
        'debugConsole.read': { actions: { type: 'setContent', params: ({ event }) => event } },
      },
    },
  },
});

const copyAgain = {
  'debugConsole.reportRequested': { target: 'copying' },
} as const;

const report = consoleSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: { meta: { view: 'a button that copies a bug report' }, on: copyAgain },
    copying: {
      meta: { view: 'the report is being copied' },
      invoke: {
        id: 'copyReport',
        src: 'copyReport',
        onDone: { target: 'copied' },
        onError: { target: 'refused' },
      },
    },
    copied: {
      meta: { view: 'a note that the report is on the clipboard' },
      after: { noteLifetime: { target: 'idle' } },
      on: copyAgain,
    },
    refused: {
      meta: { view: 'a note that it could not be copied' },
      after: { noteLifetime: { target: 'idle' } },
      on: copyAgain,
    },
  },
});

const tapsTo = (target: 'shown' | 'hidden') =>
  [
    {
      guard: { type: 'isLastTap', params: ({ event }: { event: Tap }) => event },
      target,
      actions: 'clearTaps',
    },
    { actions: { type: 'countTap', params: ({ event }: { event: Tap }) => event } },
  ] as const;

/**
 * Shows the hidden debug console (R19) after eight taps within 3 s, and hides it after eight more.
 */
export const debugConsoleMachine = consoleSetup.createMachine({
  id: 'debugConsole',
  context: { taps: [], view: 'cookies', content: null },
  initial: 'asking',
  states: {
    asking: {
      meta: { view: 'nothing, for a moment' },
      invoke: {
        id: 'readDebugSigns',
        src: 'readDebugSigns',
        onDone: [
          {
            guard: { type: 'isWanted', params: ({ event }) => event.output },
            target: 'shown.size.bar',
          },
          { target: 'hidden' },
        ],
        onError: { target: 'hidden' },
      },
    },
    hidden: {
      meta: { view: 'nothing' },
      on: { 'debugConsole.tapped': tapsTo('shown') },
    },
    shown: {
      type: 'parallel',
      on: { 'debugConsole.tapped': tapsTo('hidden') },
      states: { size, report },
    },
  },
});
