import { codeMessages } from '../../machines/model/code-words.ts';
import type { MessageId } from './message-id.ts';

const byCode: Record<string, MessageId> = codeMessages;

const byReason: Record<string, MessageId> = {
  offline: 'failure.offline',
  timeout: 'failure.timeout',
  server: 'failure.server',
  unsupported: 'failure.unsupported',
  // only the storage refuses without a code
  refused: 'failure.uploadRefused',
};

type Failure = { reason: string; code?: string | undefined };

/** The message for an API code, or undefined if there is none. */
export const codeWords = (code: string | null | undefined): MessageId | undefined =>
  code ? byCode[code] : undefined;

/** The message for a failed call. Only the storage refuses without a code. */
export const failureWords = ({ reason, code }: Failure): MessageId =>
  codeWords(code) ?? (code ? undefined : byReason[reason]) ?? 'failure.unexpected';

/** The message while a record's updates have stopped and are requested again. */
export const lostWords = ({ reason }: Failure): MessageId =>
  reason === 'offline' ? 'result.lost' : 'result.unanswered';
