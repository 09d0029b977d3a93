import type { ChartDefinition } from '../tap/chart-definition.ts';
import type { ActorStatus } from '../tap/tap-entry.ts';
import type { Json, JsonObject } from './json.ts';
import type { Patch } from './patch.ts';

/** Name of the channel between the tabs of pages and inspectors. */
export const channelName = 'lightwell.inspector';

/**
 * Version of the messages. It is increased when a message changes its format, so that tabs of
 * different builds can report the mismatch.
 */
export const protocolVersion = 1;

export type WireEvent = { type: string } & JsonObject;

export type WireActor = {
  /** session id of the actor, unique on its page */
  id: string;
  name: string;
  systemId: string | null;
  parent: string | null;
  /** fingerprint of the actor's chart; null for calls and streams */
  chart: string | null;
  /** the name under which the parent started the actor */
  src: string | null;
  status: ActorStatus;
  value: Json;
  context: Json;
};

export type WireStep = {
  /** ids of the transitions taken */
  transitions: string[];
  raised: string | null;
  value: Json;
  /** changes relative to the actor's previous context */
  patches: Patch[];
};

/**
 * An event that an actor has received. A message with the same `seq` replaces the earlier message.
 */
export type WireEntry = {
  seq: number;
  /** milliseconds since the page was opened */
  at: number;
  lastAt: number;
  count: number;
  actor: string;
  source: string | null;
  event: WireEvent;
  /** null if the actor is not a chart, or if the event is still pending */
  steps: WireStep[] | null;
  status: ActorStatus;
  result: Json;
};

export type WireNews = { charts: ChartDefinition[]; actors: WireActor[]; entries: WireEntry[] };

export type PageInfo = {
  page: string;
  title: string;
  /** path and query, without secrets */
  path: string;
  build: string;
  /** when the page was opened, in milliseconds since 1970 */
  openedAt: number;
  version: number;
};

type FromPage =
  | ({ type: 'page.here' } & PageInfo)
  | { type: 'page.gone'; page: string }
  /** a part of the history, for the inspector `to`, which has requested the history */
  | ({ type: 'page.history'; page: string; to: string; first: boolean; last: boolean } & WireNews)
  | ({ type: 'page.news'; page: string } & WireNews)
  | { type: 'page.answered'; page: string; to: string; request: number; answer: Answer };

/** The page's answer to an event that an inspector has sent or tried. */
export type Answer = { ok: boolean; words: string };

type FromInspector =
  | { type: 'inspector.looking' }
  /**
   * sent repeatedly by an inspector; a page that no longer receives this message stops sending
   * entries
   */
  | { type: 'inspector.following'; page: string; inspector: string }
  | { type: 'inspector.left'; inspector: string }
  | ({ type: 'event.sent' | 'event.tried' } & EventRequest);

export type EventRequest = {
  page: string;
  inspector: string;
  request: number;
  actor: string;
  event: WireEvent;
};

export type InspectorMessage = FromPage | FromInspector;

/** The used part of BroadcastChannel. Tests pass a fake. */
export type Channel = {
  postMessage(message: InspectorMessage): void;
  onmessage: ((event: { data: InspectorMessage }) => void) | null;
  close(): void;
};
