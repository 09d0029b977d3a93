import type { Caller, KeptSession } from '../../../machines/model/user.ts';
import type { AppPorts } from '../../../machines/ports/app-ports.ts';
import type { CancelSignal } from '../../../machines/ports/port.ts';
import { createMemoryPorts } from '../../../src/adapters/memory/memory-ports.ts';

/** An unanswered call of a chart. Its input is untyped here. */
export type Question = {
  call: string;
  input: Readonly<Record<string, unknown>>;
  /** the caller, for calls of the server; otherwise null */
  caller: Caller | null;
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
};

/** An event of a stream. `kept` is present only in events about the session. */
export type StreamEvent = { type: string; kept?: KeptSession | null; ended?: string | null };

/** An open subscription. */
type Stream = { call: string; emit: (event: StreamEvent) => void };

/** The open calls and subscriptions of the charts. */
export type Asked = { questions: Set<Question>; streams: Set<Stream> };

/** Names of the port methods that return this type. */
type NamesReturning<Result> = {
  [Group in keyof AppPorts]: {
    [Name in keyof AppPorts[Group]]: AppPorts[Group][Name] extends (...given: never[]) => Result
      ? Name
      : never;
  }[keyof AppPorts[Group]];
}[keyof AppPorts];

const streams: Readonly<Record<NamesReturning<() => void>, true>> = {
  watchConsent: true,
  watchChunks: true,
  watchAge: true,
  watchConnection: true,
  watchLocation: true,
  watchKeptPhotos: true,
  watchConsole: true,
  watchTabs: true,
  watchSession: true,
  watchBack: true,
  guardLeaving: true,
  upload: true,
  countDown: true,
};
const sinks: readonly string[] = ['writeLog', 'loadDocument', 'keepDraft', 'announceChange'];

/** Groups of calls that the server receives, with the caller's token. */
const serverGroups = [
  ...['account', 'contact', 'records', 'session', 'setup', 'signIn', 'task'],
  ...['order', 'subscription'],
];
const ofTheBrowser = [
  ...['restoreSession', 'keepUser', 'clearSession', 'findEntry', 'closeEntry', 'createKey'],
  ...['upload', 'findPendingCode', 'keepPendingCode', 'forgetLink', 'askProvider'],
  ...['readDraft', 'dropDraft', 'createOrderKey', 'openPayPage'],
];

const inputOf = (input: unknown) => (input ?? {}) as Question['input'];

/**
 * Creates ports without answers. A call stays open until a walk answers it or the chart aborts it.
 * @param caller returns the caller, as for the adapters
 */
export const openPorts = (caller: () => Promise<Caller>): Asked & { ports: AppPorts } => {
  const questions = new Set<Question>();
  const running = new Set<Stream>();
  const ask =
    (call: string, isOfServer: boolean) => async (given: unknown, signal: CancelSignal) => {
      const who = isOfServer ? await caller() : null;
      return new Promise<unknown>((resolve, reject) => {
        if (signal.aborted) return;
        const question = { call, input: inputOf(given), caller: who, resolve, reject };
        questions.add(question);
        signal.addEventListener('abort', () => questions.delete(question));
      });
    };
  const open = (call: string) => (_: unknown, emit: Stream['emit']) => {
    const stream = { call, emit };
    running.add(stream);
    return () => running.delete(stream);
  };
  const bodyOf = (group: string, call: string): unknown => {
    if (sinks.includes(call)) return () => {};
    if (call in streams) return open(call);
    return ask(call, serverGroups.includes(group) && !ofTheBrowser.includes(call));
  };
  const ports = Object.fromEntries(
    Object.entries(createMemoryPorts()).map(([group, port]) => [
      group,
      Object.fromEntries(Object.keys(port).map((call) => [call, bodyOf(group, call)])),
    ]),
  );
  return {
    ports: ports as unknown as AppPorts,
    questions,
    streams: running,
  };
};
