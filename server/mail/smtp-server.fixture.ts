import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type Arrived = {
  /** email addresses of the envelope */
  from: string;
  to: string[];
  /** raw message */
  raw: string;
  mail: ParsedMail;
};

/** Returns an SMTP refusal, for example with the code `550` or `451`. */
export const smtpAnswer = (responseCode: number, message = 'As the test says') =>
  Object.assign(new Error(message), { responseCode });

export type TestSmtpServer = {
  url: string;
  arrived: Arrived[];
  stop(): Promise<void>;
};

/** Starts a local mail server that stores accepted mails. */
export async function startSmtpServer(
  options: SMTPServerOptions & { port?: number } = {},
): Promise<TestSmtpServer> {
  const arrived: Arrived[] = [];
  const { port = 0, ...own } = options;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        arrived.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: raw.toString(),
          mail: await simpleParser(raw),
        });
        done(null, `Ok: queued as ${arrived.length}`);
      });
    },
    ...own,
  });
  // Some tests disconnect in the middle of a mail.
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: listening } = server.server.address() as AddressInfo;
  return {
    url: `${own.secure ? 'smtps' : 'smtp'}://127.0.0.1:${listening}`,
    arrived,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
