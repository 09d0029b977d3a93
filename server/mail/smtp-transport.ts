import { isIP } from 'node:net';
import { createTransport, type NodemailerError } from 'nodemailer';
import { MailFailure, type MailFailureReason, type MailTransport } from './mail-transport.port.ts';
import type { Message } from './render-mail.ts';

/** Time limits of each step of an SMTP connection. A mail that takes longer is tried again. */
const defaultTimeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  /** longest time without any data */
  socketTimeout: 20_000,
};
/** Maximum time for a whole mail, in case a server keeps sending a little data. */
const allInAllMs = 60_000;

const byCode: Record<string, MailFailureReason> = {
  ETIMEDOUT: 'timeout',
  EABORT: 'timeout',
  ETLS: 'tls',
  EREQUIRETLS: 'tls',
  EAUTH: 'credentials',
  ENOAUTH: 'credentials',
  EOAUTH2: 'credentials',
  ECONNECTION: 'unreachable',
  ESOCKET: 'unreachable',
  EDNS: 'unreachable',
  EPROTOCOL: 'unreachable',
};

/**
 * Converts an error. Only errors about this recipient or this mail are permanent, because the
 * causes of other errors may disappear.
 */
function failureOf(error: NodemailerError): MailFailure {
  const { code = '', command = '', permanent } = error;
  const fail = (reason: MailFailureReason, isPermanent: boolean) =>
    new MailFailure(reason, isPermanent, { cause: error });
  if (permanent === false) return fail('deferred', false);
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (!isOfMail) return fail(byCode[code] ?? 'unexpected', false);
  if (command === 'MAIL FROM') return fail('sender_refused', false);
  return fail(code === 'EMESSAGE' ? 'mail_refused' : 'recipient_refused', true);
}

const isThisMachine = (host: string) =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));

/**
 * Returns the settings for encryption. A password is never sent unencrypted to another machine. If
 * the URL has a password, the connection must become TLS, unless the operator sets
 * `?requireTLS=false`.
 */
function encryptionOf(url: URL): { requireTLS?: true } {
  const hasPassword = url.password !== '' && !isThisMachine(url.hostname);
  return hasPassword && !url.searchParams.has('requireTLS') ? { requireTLS: true } : {};
}

/**
 * Returns the server's id of the mail, from the server's last answer: `250 2.0.0 Ok: queued as
 * 4CX1`.
 */
const providerIdOf = (response: string) => response.replace(/^[\d. ]+/, '').slice(0, 200) || null;

/**
 * Matches characters that would begin another line or another email address. Control characters
 * from U+0080 are harmless.
 */
const unsafe = /(?![\u0080-\u009f])[\p{Cc} <>,;:()[\]\\"]/u;

/**
 * Creates a transport that sends mail by SMTP. Each mail has its own connection, so that each
 * outcome is known before the next mail begins.
 * @param url smtp:// or smtps://, with the options of nodemailer in the query
 */
export function createSmtpTransport(
  url: string,
  timeouts: Partial<typeof defaultTimeouts> & { allInAllMs?: number } = {},
): MailTransport {
  const { allInAllMs: mostMs = allInAllMs, ...waits } = timeouts;
  const transport = createTransport({
    url,
    ...defaultTimeouts,
    ...waits,
    ...encryptionOf(new URL(url)),
    // All content is text that this server has made, never a path or URL to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  async function hand(message: Message, signal: AbortSignal) {
    const { messageId, from, to, replyTo, subject, text, html } = message;
    const headers = Object.entries(message.headers).map(([name, value]) => [
      name,
      // The header is not folded, because mail programs search for the exact value.
      { prepared: true, value },
    ]);
    const { response } = await transport.sendMail({
      messageId,
      subject,
      text,
      html,
      from,
      headers: Object.fromEntries(headers),
      attachments: message.attachments.map(({ name, text }) => ({
        filename: name,
        content: text,
        contentType: 'text/plain; charset=utf-8',
      })),
      to: { name: '', address: to },
      replyTo: { name: '', address: replyTo },
      envelope: { from: from.address, to: [to] },
      signal: AbortSignal.any([signal, AbortSignal.timeout(mostMs)]),
    });
    return { providerId: providerIdOf(response) };
  }

  return {
    async send(message, signal) {
      if (unsafe.test(message.to)) throw new MailFailure('recipient_refused', true);
      try {
        return await hand(message, signal);
      } catch (error) {
        if (signal.aborted) throw new MailFailure('stopped', false, { cause: error });
        throw failureOf(error as NodemailerError);
      }
    },
  };
}
