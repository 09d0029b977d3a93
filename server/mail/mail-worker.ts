import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../platform/database/database.ts';
import { isDatabaseAway } from '../platform/database/database-away.ts';
import type { ProcessLease } from '../platform/process/process-lease.ts';
import { reached } from '../platform/write-points.ts';
import { MailFailure, type MailTransport } from './mail-transport.port.ts';
import type { Mail } from './mailer.port.ts';
import {
  claimMail,
  endMail,
  endUselessMails,
  nextMailAt,
  postponeMail,
  purgeMails,
  releaseMails,
  type StoredMail,
} from './mails.store.ts';
import type { Message } from './render-mail.ts';
import { retryDelayMs } from './retry-delay.ts';

export type MailWorker = {
  /** Sends all due mails, one after the other. */
  work(): Promise<void>;
  /**
   * Puts mails back into the queue that are marked as being sent, but that no process is sending,
   * for example after a server was killed.
   */
  releaseLost(): Promise<void>;
  /** Gives up mails that are no longer useful, and calls a worker if another mail is due. */
  wakeIfDue(): Promise<void>;
  /** Removes mails that ended before this time. */
  purge(before: Date): Promise<void>;
  /** Waits briefly for mails being sent, then puts them back into the queue. */
  stop(): Promise<void>;
};

export type MailWorkerDeps = {
  db: Database;
  processId: string;
  lease: ProcessLease;
  transport: MailTransport;
  render: (mail: Mail) => Message;
  /** notifies workers that a mail may be due */
  wake: () => Promise<void>;
  now: () => Date;
  /** called for mails that were not accepted, without recipient and content */
  onFailure: (failure: MailFailure, mail: { id: number; kind: string; isGivenUp: boolean }) => void;
  onError: (error: unknown) => void;
};

/** Time for pending answers of the mail server before a stop. */
const stopGraceMs = 2000;
/** Pause between two tries to store the outcome of a mail. */
const writeAgainMs = 2000;

export function createMailWorker(deps: MailWorkerDeps): MailWorker {
  const { db, processId, lease, transport, render, wake, now, onError } = deps;
  const stopping = new AbortController();
  let cutting = new AbortController();
  const underWay = new Map<number, Promise<void>>();
  const claims = new Set<Promise<unknown>>();
  let alarm: NodeJS.Timeout | undefined;

  // Another process may soon send these mails.
  lease.onLost(() => {
    cutting.abort();
    cutting = new AbortController();
  });

  /**
   * Retries the write until it succeeds, because an accepted mail without a stored outcome would
   * be sent again.
   */
  async function writeDown(write: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await write();
        return;
      } catch (error) {
        onError(error);
        if (stopping.signal.aborted) return;
        await wait(writeAgainMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  function toFailure(error: unknown): MailFailure {
    if (error instanceof MailFailure) return error;
    // The outbox is in the database.
    if (isDatabaseAway(error)) return new MailFailure('unreachable', false, { cause: error });
    onError(error);
    return new MailFailure('unexpected', true, { cause: error });
  }

  /**
   * Sends a mail.
   * @throws MailFailure
   */
  async function hand(row: StoredMail): Promise<string | null> {
    if (row.uselessAt <= now()) throw new MailFailure('too_late', true);
    // This cast is safe, because rows are only written from a `Mail`.
    const { cause, address: to, locale, kind, values } = row;
    const message = render({ cause, to, locale, kind, values } as Mail);
    const { providerId } = await transport.send(message, cutting.signal);
    return providerId;
  }

  async function fail(row: StoredMail, failure: MailFailure): Promise<void> {
    const { id, kind, attempts, uselessAt } = row;
    const { reason: lastError } = failure;
    const delay = failure.reason === 'stopped' ? 0 : retryDelayMs(attempts);
    const nextTryAt = new Date(now().getTime() + delay);
    const isGivenUp = failure.isPermanent || nextTryAt >= uselessAt;
    deps.onFailure(failure, { id, kind, isGivenUp });
    await writeDown(() =>
      isGivenUp
        ? endMail(db, row, { state: 'failed', now: now(), lastError, providerId: null })
        : postponeMail(db, row, { nextTryAt, lastError }),
    );
  }

  async function send(row: StoredMail): Promise<void> {
    try {
      const providerId = await hand(row);
      reached('mail.taken');
      await writeDown(() =>
        endMail(db, row, { state: 'sent', now: now(), lastError: null, providerId }),
      );
    } catch (error) {
      await fail(row, toFailure(error));
    }
    reached('mail.written-down');
    underWay.delete(row.id);
  }

  /**
   * Claims and registers a mail without a pause in between, so that a claimed mail never counts as
   * lost.
   */
  async function claim(): Promise<{ sent: Promise<void> } | undefined> {
    const row = await claimMail(db, { sender: processId, now: now() });
    if (!row) return undefined;
    reached('mail.claimed');
    const sent = send(row);
    underWay.set(row.id, sent);
    return { sent };
  }

  /** Calls a worker when the next mail is due. */
  async function setAlarm(): Promise<void> {
    const at = await nextMailAt(db);
    clearTimeout(alarm);
    if (!at || stopping.signal.aborted) return;
    alarm = setTimeout(wake, Math.max(0, at.getTime() - now().getTime()) + 1).unref();
  }

  return {
    async work() {
      while (!stopping.signal.aborted && lease.holds()) {
        const claiming = claim();
        claims.add(claiming);
        const claimed = await claiming.finally(() => claims.delete(claiming));
        if (!claimed) break;
        // Calls another worker, because more mails may be due and sending this mail may take long.
        await wake();
        await claimed.sent;
      }
      await setAlarm();
    },
    async releaseLost() {
      await Promise.allSettled(claims);
      await releaseMails(db, {
        own: { sender: processId, mails: [...underWay.keys()] },
        now: now(),
      });
    },
    async wakeIfDue() {
      await endUselessMails(db, now());
      const at = await nextMailAt(db);
      if (at && at <= now()) await wake();
    },
    purge: (before) => purgeMails(db, before),
    async stop() {
      stopping.abort();
      clearTimeout(alarm);
      await Promise.allSettled(claims);
      const cut = setTimeout(() => cutting.abort(), stopGraceMs);
      await Promise.all(underWay.values());
      clearTimeout(cut);
    },
  };
}
