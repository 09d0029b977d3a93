import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { retentionWords } from '../platform/config/retention-words.ts';
import type { Database } from '../platform/database/database.ts';
import type { JobQueue } from '../platform/queue/job-queue.port.ts';
import type { MailFailure } from './mail-transport.port.ts';
import { loadMailWords } from './mail-words.ts';
import { createMailWorker, type MailWorker } from './mail-worker.ts';
import type { Mailer } from './mailer.port.ts';
import { createMailer } from './mailer.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createRenderer } from './render-mail.ts';
import { createSmtpTransport } from './smtp-transport.ts';
import { loadTerms } from './terms-files.ts';
import type { Unsubscribe } from './unsubscribe.ts';

export type MailParts = {
  mailer: Mailer;
  worker: MailWorker;
  /** where developers read mails, or null if mails are sent or switched off */
  outbox: Outbox | null;
  /** Starts sending. */
  start(): Promise<void>;
};

/** Mails sent concurrently. */
const places = 3;

function tellFailure(logger: FastifyBaseLogger) {
  return ({ reason, cause }: MailFailure, mail: { kind: string; isGivenUp: boolean }) => {
    const { code, responseCode, command } = (cause ?? {}) as Record<string, unknown>;
    // The mail server's answer may contain the recipient.
    const told = { ...mail, reason, code, responseCode, command };
    const isFault = mail.isGivenUp && reason !== 'recipient_refused';
    if (isFault) logger.error({ mail: told }, 'a mail was given up');
    else if (mail.isGivenUp) logger.warn({ mail: told }, 'a mail was refused');
    else logger.warn({ mail: told }, 'a mail is tried again later');
  };
}

/** Connects mailer, worker and transport. */
export async function openMail(deps: {
  config: Config;
  db: Database;
  jobs: JobQueue;
  unsubscribe: Unsubscribe;
  now: () => Date;
  logger: FastifyBaseLogger;
}): Promise<MailParts> {
  const { config, db, jobs, unsubscribe, now, logger } = deps;
  const { mail, product, company, address, email, publicUrl } = config;
  const sender = { product, company, address, email };
  const onError = (error: unknown) => logger.error({ err: error }, 'mail');
  const outbox = createOutbox(db, now);
  const mailer = createMailer({ jobs, sends: mail.kind !== 'off', now, onError });
  const worker = createMailWorker({
    db,
    wake: mailer.wake,
    now,
    onError,
    transport: mail.kind === 'smtp' ? createSmtpTransport(mail.url) : outbox,
    render: createRenderer({
      words: await loadMailWords(sender),
      sender,
      from: mail.from,
      publicUrl,
      unsubscribeLinks: unsubscribe.links,
      terms: await loadTerms(sender, {
        publicUrl,
        retention: retentionWords(config.retentionDays),
      }),
    }),
    onFailure: tellFailure(logger),
  });
  return {
    mailer,
    worker,
    outbox: mail.kind === 'outbox' ? outbox : null,
    async start() {
      if (mail.kind !== 'off') await jobs.work('mail.send', places, worker.work);
    },
  };
}
