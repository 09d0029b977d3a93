import { setTimeout as wait } from 'node:timers/promises';
import type { WritePoint } from '../../../server/platform/write-points.ts';
import type { PostgresServer } from '../../../tools/testing/start-postgres.ts';
import type { Cluster } from '../harness/cluster.ts';
import { ServerDied } from '../harness/host.ts';
import { createFaults, type FaultName } from './cluster-faults.ts';
import { compare, isWorkEnded, settleMs } from './compare.ts';
import type { FaultKind } from './run-faults.ts';
import { aheadOf } from './scene.ts';
import { type Customer, createCustomer, WrongAnswer } from './visitor.ts';

const visitorsAtOnce = 3;

export type ClusterSceneDeps = {
  cluster: Cluster;
  postgres: PostgresServer;
  directory: string;
  photo: Buffer;
  random: () => number;
  say: (kind: FaultKind, sentence: string) => void;
};

/** Repeats work until the product answers it. @throws ServerDied after `settleMs` */
async function persist<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + settleMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ServerDied) || performance.now() > deadline) throw error;
      await wait(50);
    }
  }
}

/** Several processes that share one data directory, and their visitors. */
export class ClusterScene {
  readonly #deps: ClusterSceneDeps;
  readonly #faults: ReturnType<typeof createFaults>;
  readonly #customers: Customer[] = [];
  #fault: FaultName = 'kill';
  #isActing = false;

  constructor(deps: ClusterSceneDeps) {
    this.#deps = deps;
    this.#faults = createFaults({
      ...deps,
      expectSweep: (swept) => {
        for (const customer of this.#customers) customer.expectSweep(swept);
      },
      onEnded: (sentence) => deps.say('ended', sentence),
    });
  }

  /**
   * Causes one fault while visitors use the product, and compares.
   * @returns the time from the end of the fault until all accepted work had ended, in milliseconds.
   * Killed processes are not started again before, unless all processes of a role are dead.
   */
  async run(fault: FaultName, point: WritePoint | null): Promise<number> {
    const { cluster, say } = this.#deps;
    this.#fault = fault;
    this.#isActing = true;
    const acting = this.#act();
    const undo = await this.#faults[fault](point);
    const since = performance.now();
    for (const { host } of cluster.members) host.spare();
    await this.#ensureBothRoles();
    await wait(500);
    this.#isActing = false;
    // Requests to a process that is set aside are answered only afterwards.
    if (!undo) await acting;
    else void acting.catch(() => {});
    const recoveredMs = await this.#recover(since);
    await undo?.();
    await acting;
    await this.#askAgain();
    if (cluster.isTroubled) await this.#removeUnfinishedUploads();
    cluster.isTroubled = false;
    await compare(this.#customers, { look: () => persist(cluster.look), say });
    await this.#reviveDead();
    return recoveredMs;
  }

  /** Reports processes that ended without being killed. */
  reportEnded() {
    const { cluster, say } = this.#deps;
    for (const { name, host } of cluster.members) {
      for (const error of host.errors.splice(0)) {
        say('ended', `${name}, ${this.#fault}: ${error.slice(0, 1000)}`);
      }
    }
  }

  /**
   * An upload stays unfinished if the database was away when its file was complete. A sweep removes
   * it after an hour.
   */
  async #removeUnfinishedUploads() {
    for (const customer of this.#customers) customer.expectSweep('hours');
    await this.#deps.cluster.advance(aheadOf.hours);
  }

  async #ensureBothRoles() {
    const { cluster } = this.#deps;
    const isMissing = (['web', 'worker'] as const).some(
      (role) => cluster.living(role).length === 0,
    );
    if (isMissing) await cluster.reviveDead();
  }

  /** Starts the dead processes. Some die again during their start. */
  async #reviveDead() {
    const { cluster, random } = this.#deps;
    for (const { host } of cluster.members) {
      if (host.isDead() && random() < 0.25) await host.dieInStart(random(), 'start');
    }
    await cluster.reviveDead();
  }

  async #askAgain() {
    for (const customer of this.#customers) {
      await persist(() => customer.askAgain()).catch((error: unknown) => {
        if (!(error instanceof WrongAnswer)) throw error;
        this.#deps.say('lost', `${error.message} (repeated after ${this.#fault})`);
      });
    }
  }

  /** Waits until all work has ended. Work that never ends is found by the comparison. */
  async #recover(since: number): Promise<number> {
    const { cluster } = this.#deps;
    const deadline = performance.now() + settleMs;
    for (;;) {
      const kept = await persist(cluster.look);
      const now = performance.now();
      if (isWorkEnded(kept) || now > deadline) return now - since;
      await wait(50);
    }
  }

  #act(): Promise<unknown> {
    return Promise.all(Array.from({ length: visitorsAtOnce }, () => this.#actInTurn()));
  }

  /** One visitor after another. A visitor who gets no answer is replaced by another one. */
  async #actInTurn() {
    while (this.#isActing) {
      const { cluster, photo, random } = this.#deps;
      const n = this.#customers.length + 1;
      const customer = createCustomer(
        { host: cluster, photo, random },
        `10.${n >> 8}.${n & 255}.1`,
      );
      this.#customers.push(customer);
      await this.#actUntilUnanswered(customer);
    }
  }

  async #actUntilUnanswered(customer: Customer) {
    const { say } = this.#deps;
    while (this.#isActing) {
      try {
        await customer.act();
      } catch (error) {
        if (error instanceof ServerDied) return this.#hearFailure(error);
        if (!(error instanceof WrongAnswer)) throw error;
        say('lost', `${error.message} (${this.#fault})`);
      }
    }
  }

  /** During a rolling restart, each call is answered. */
  async #hearFailure({ message, cause }: ServerDied) {
    if (this.#fault === 'rolling restart') {
      this.#deps.say('lost', `a call failed during a rolling restart: ${message} ${cause ?? ''}`);
    }
    await wait(50);
  }
}
