import type { FastifyBaseLogger } from 'fastify';
import { retentionWords } from '../platform/config/retention-words.ts';
import type { Platform } from '../platform/platform.ts';
import { endOfKeeping, type Step } from '../platform/sweeper.ts';
import type { MailFailure } from './mail-transport.port.ts';
import { loadMailWords } from './mail-words.ts';
import { createMailWorker, type MailWorker } from './mail-worker.ts';
import type { Mailer } from './mailer.port.ts';
import { createMailer } from './mailer.ts';
import { registerOutboxRoutes } from './outbox.routes.ts';
import { createOutbox } from './outbox.ts';
import { createRenderer } from './render-mail.ts';
import { createSmtpTransport } from './smtp-transport.ts';
import { loadTerms } from './terms-files.ts';
import { registerUnsubscribeRoutes } from './unsubscribe.routes.ts';
import { createUnsubscribe } from './unsubscribe.ts';

export type MailSteps = {
  recovery: Record<'recovery of mails', Step>;
  own: Record<'lost mails', Step>;
  sweep: Record<'mails' | 'purge of mails', Step>;
};

export type MailFeature = MailSteps & {
  mailer: Mailer;
  /** Starts to send mails. */
  start(): Promise<void>;
  close(): Promise<void>;
};

/** Returns the steps of the sweep that concern mails. */
export const mailSteps = (
  worker: Pick<MailWorker, 'releaseLost' | 'wakeIfDue' | 'purge'>,
  now: () => Date,
): MailSteps => ({
  recovery: {
    async 'recovery of mails'() {
      await worker.releaseLost();
      await worker.wakeIfDue();
    },
  },
  own: { 'lost mails': worker.releaseLost },
  sweep: {
    mails: worker.wakeIfDue,
    'purge of mails': () => worker.purge(endOfKeeping(now())),
  },
});

/** Number of mails that are sent concurrently. */
const places = 3;

function logFailure(logger: FastifyBaseLogger) {
  return ({ reason, cause }: MailFailure, mail: { kind: string; isGivenUp: boolean }) => {
    const { code, responseCode, command } = (cause ?? {}) as Record<string, unknown>;
    // The mail server's answer may contain the recipient.
    const details = { ...mail, reason, code, responseCode, command };
    const isFault = mail.isGivenUp && reason !== 'recipient_refused';
    if (isFault) logger.error({ mail: details }, 'a mail could not be sent and is not tried again');
    else if (mail.isGivenUp) logger.warn({ mail: details }, 'the recipient of a mail was refused');
    else logger.warn({ mail: details }, 'a mail could not be sent and is tried again later');
  };
}

/**
 * Opens the feature that sends mails.
 * @param through wraps the mailer, to observe every mail
 */
export async function openMail(
  { config, db, workers, logger, server, secret, process, now }: Platform,
  through: (mailer: Mailer) => Mailer,
): Promise<MailFeature> {
  const { mail, product, company, address, email, publicUrl } = config;
  const sender = { product, company, address, email };
  const onError = (error: unknown) =>
    logger.error({ err: error }, 'processing waiting mails failed');
  const unsubscribe = createUnsubscribe(db, { secret, publicUrl, now });
  const outbox = createOutbox(db, now);
  const mailer = createMailer({ workers, sends: mail.kind !== 'off', now });
  const worker = createMailWorker({
    db,
    processId: process.id,
    lease: process.lease,
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
    onFailure: logFailure(logger),
  });
  const { requestsPerMinute } = config.limits;
  registerUnsubscribeRoutes(server, { unsubscribe, requestsPerMinute });
  if (mail.kind === 'outbox') registerOutboxRoutes(server, { outbox, product });
  return {
    mailer: through(mailer),
    async start() {
      if (mail.kind !== 'off') workers.work('mails', places, worker.work);
    },
    close: worker.stop,
    ...mailSteps(worker, now),
  };
}
