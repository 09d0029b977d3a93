import { randomUUID } from 'node:crypto';
import type { Visitor } from '../../../server/testing/visitor.fixture.ts';
import type { Kept } from '../harness/messages.ts';

/** A message sent with the contact form, and whether the server has acknowledged it. */
export type Letter = {
  idempotencyKey: string;
  email: string;
  isAcknowledged?: boolean;
  /**
   * true if the clock was advanced so far that the message's mails may have been deleted, or were
   * too late to be sent
   */
  isSwept?: boolean;
};

export function newLetter(): Letter {
  const idempotencyKey = randomUUID();
  return { idempotencyKey, email: `${idempotencyKey}@example.org` };
}

/** Sends a message to the support. A repeated message must not cause a second mail. */
export async function sendLetter(call: Visitor['call'], letter: Letter): Promise<string> {
  const { idempotencyKey, email } = letter;
  const wish = { idempotencyKey, email, message: idempotencyKey };
  const { success } = await call('POST', '/v1/contact', wish);
  if (success === '1') letter.isAcknowledged = true;
  return success;
}

/** Every message causes two mails, one to the support and one to its sender. */
const mailsOf = ({ idempotencyKey }: Letter, { delivered }: Kept) =>
  delivered.filter(({ text }) => text.includes(idempotencyKey));

/** Promised mails that were not sent. No work may be in progress. */
export const lostMails = (letters: readonly Letter[], kept: Kept): string[] => [
  ...letters
    .filter(({ isAcknowledged, isSwept }) => isAcknowledged && !isSwept)
    .filter((letter) => mailsOf(letter, kept).length < 2)
    .map(({ email }) => `${email}: an acknowledged message was not mailed`),
  ...kept.mails
    .filter(({ state }) => state === 'waiting' || state === 'sending')
    .map(({ cause, state }) => `${cause}: a mail stays ${state}`),
];

/** Mails that went out more than once. */
export const doubledMails = (letters: readonly Letter[], kept: Kept): string[] =>
  letters
    .filter((letter) => mailsOf(letter, kept).length > 2)
    .map(({ email }) => `${email}: more than two mails for one message`);
