import type { InjectOptions } from 'fastify';
import type { Database } from '../../../server/store/database.ts';
import type { Outages } from './outages.ts';

/** What a call needs to know of an answer. */
export type HostAnswer = {
  statusCode: number;
  body: string;
  cookies: { name: string; value: string; maxAge?: number; expires?: Date }[];
  json(): unknown;
};

/** Nobody got an answer: the server died while it was asked. */
export class ServerDied extends Error {}

/** A server on a database that outlives it, and the clock of both. */
export type Host = {
  /** for those who look at the rows from outside */
  db: Database;
  /** @throws ServerDied */
  inject(options: InjectOptions): Promise<HostAnswer>;
  /** Does what is due. @throws ServerDied */
  sweep(): Promise<void>;
  advance(ms: number): void;
  now(): Date;
  /** Lets it die at this point, when that was passed so often. */
  dieAt(point: string, passes: number): void;
  /** Nobody dies any more. */
  spare(): void;
  isDead(): boolean;
  /** Starts a new server where the dead one has left everything. */
  revive(): Promise<void>;
  /** how often a server died, by the place */
  deaths: Map<string, number>;
  /** what the server could not do, though nobody had killed it */
  errors: string[];
  /** the header of a message that the provider would send; null where nobody knows its secret */
  sign(body: string): Record<string, string> | null;
  /** null where it is out of reach, as in another process */
  outages: Outages | null;
  /** what operators prove themselves by; null where there is none */
  adminToken: string | null;
  /** what a day gives for nothing */
  perDay: number;
};

export const countDeath = (deaths: Map<string, number>, point: string): void => {
  deaths.set(point, (deaths.get(point) ?? 0) + 1);
};
