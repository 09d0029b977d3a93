import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { InjectOptions } from 'fastify';
import type { Server } from '../../../server/composition/compose.ts';

/** The parts of an answer that callers read. */
export type HostAnswer = {
  statusCode: number;
  body: string;
  cookies: { name: string; value: string; maxAge?: number; expires?: Date }[];
  json(): unknown;
};

/** The server died before it answered. */
export class ServerDied extends Error {}

/**
 * A server that dies at write points. Its database outlives it, and both use the clock of the host.
 */
export type Host = {
  /** @throws ServerDied */
  inject(options: InjectOptions): Promise<HostAnswer>;
  /** Performs all due work. @throws ServerDied */
  sweep(): Promise<void>;
  advance(ms: number): void;
  now(): Date;
  /** Makes the server die at this write point, after the given number of passes through it. */
  dieAt(point: string, passes: number): void;
  /** Cancels `dieAt`. */
  spare(): void;
  isDead(): boolean;
  /** Starts a new server with the state that the dead server has left. */
  revive(): Promise<void>;
  /** number of deaths by point */
  deaths: Map<string, number>;
  /** errors of the server that a kill does not explain */
  errors: string[];
};

/** A host in the form that visitors expect. */
export const hostApp = ({ inject }: Pick<Host, 'inject'>) => ({
  app: { inject } as unknown as Server['app'],
});

export const countDeath = (deaths: Map<string, number>, point: string): void => {
  deaths.set(point, (deaths.get(point) ?? 0) + 1);
};

export const totalOf = (deaths: Map<string, number>): number =>
  deaths.values().reduce((sum, count) => sum + count, 0);

/** False if the server died during the work. */
export async function survives(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof ServerDied) return false;
    throw error;
  }
}

/** A write point, and the number of passes before the server dies there. */
export type DieAt = { point: string; passes: number };

/** Calls `die` when this process reaches the point of the latest `set`. */
export function watchPoints(die: (point: string) => void) {
  let deadly: DieAt | null = null;
  function hear(name: unknown) {
    if (!deadly || name !== deadly.point) return;
    deadly.passes -= 1;
    if (deadly.passes >= 0) return;
    const { point } = deadly;
    deadly = null;
    die(point);
  }
  subscribe('lightwell:write-point', hear);
  return {
    set(dieAt: DieAt | null) {
      deadly = dieAt && { ...dieAt };
    },
    stop: () => unsubscribe('lightwell:write-point', hear),
  };
}

/**
 * Settings of every server of the harness. The limits are too high to be reached, except the limit
 * on credits.
 */
export const hostEnv = {
  LOG_LEVEL: 'error',
  RUN_ENV: 'test',
  API_PAGE: '0',
  NEW_GUESTS_PER_ADDRESS: '1000000',
  CODES_PER_SUBNET: '1000000',
  CODES_PER_SUBNET_AND_ADDRESS: '1000000',
  CODES_PER_ADDRESS: '1000000',
};
