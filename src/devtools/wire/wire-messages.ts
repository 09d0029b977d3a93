import type { ChartDefinition } from '../tap/chart-definition.ts';
import type { ActorStatus } from '../tap/tap-entry.ts';
import type { Json, JsonObject } from './json.ts';
import type { Patch } from './patch.ts';

/** Name of the channel between the product's tabs and the inspector's. */
export const channelName = 'lightwell.inspector';

/** Grows when a message changes its shape: tabs of two builds then say so. */
export const protocolVersion = 1;

export type WireEvent = { type: string } & JsonObject;

export type WireActor = {
  /** session id, unique on its page */
  id: string;
  name: string;
  systemId: string | null;
  parent: string | null;
  /** fingerprint of its chart; null for calls and streams */
  chart: string | null;
  /** the name its parent starts it by */
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
  /** from the actor's context before */
  patches: Patch[];
};

/** One event that reached an actor; the same seq again replaces what was told before. */
export type WireEntry = {
  seq: number;
  /** milliseconds since the page was opened */
  at: number;
  lastAt: number;
  count: number;
  actor: string;
  source: string | null;
  event: WireEvent;
  /** null for actors that are no charts and for events that wait */
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
  /** when the page was opened, milliseconds since 1970 */
  openedAt: number;
  version: number;
};

type FromPage =
  | ({ type: 'page.here' } & PageInfo)
  | { type: 'page.gone'; page: string }
  /** everything so far, in parts, to the inspector that asked */
  | ({ type: 'page.history'; page: string; to: string; first: boolean; last: boolean } & WireNews)
  | ({ type: 'page.news'; page: string } & WireNews)
  | { type: 'page.answered'; page: string; to: string; request: number; answer: Answer };

/** What became of an event that an inspector sent or asked about. */
export type Answer = { ok: boolean; words: string };

type FromInspector =
  | { type: 'inspector.looking' }
  /** again and again: a page stops telling when nobody says so any more */
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

/** The part of BroadcastChannel that is used; tests bring two ends of their own. */
export type Channel = {
  postMessage(message: InspectorMessage): void;
  onmessage: ((event: { data: InspectorMessage }) => void) | null;
  close(): void;
};
