import type { InjectOptions } from 'fastify';
import type { Database } from '../../../server/platform/database/database.ts';
import type { Outages } from './outages.ts';

/** The part of an answer that calls need. */
export type HostAnswer = {
  statusCode: number;
  body: string;
  cookies: { name: string; value: string; maxAge?: number; expires?: Date }[];
  json(): unknown;
};

/** The server died before it answered. */
export class ServerDied extends Error {}

/** A server on a database that outlives it, and the clock of both. */
export type Host = {
  /** for checks of the rows from outside */
  db: Database;
  /** @throws ServerDied */
  inject(options: InjectOptions): Promise<HostAnswer>;
  /** Performs all due work. @throws ServerDied */
  sweep(): Promise<void>;
  advance(ms: number): void;
  now(): Date;
  /** Makes the server die at this point after that many passes. */
  dieAt(point: string, passes: number): void;
  /** Cancels `dieAt`. */
  spare(): void;
  isDead(): boolean;
  /** Starts a new server on the state of the dead one. */
  revive(): Promise<void>;
  /** number of deaths by point */
  deaths: Map<string, number>;
  /** errors of the server that a kill does not explain */
  errors: string[];
  /** the signature header of a provider message; null if its secret is unknown */
  sign(body: string): Record<string, string> | null;
  /** null if it is out of reach, as in another process */
  outages: Outages | null;
  /** the operators' token, or null */
  adminToken: string | null;
  /** free credits per day */
  perDay: number;
};

export const countDeath = (deaths: Map<string, number>, point: string): void => {
  deaths.set(point, (deaths.get(point) ?? 0) + 1);
};
