import { codeMessages } from '../../machines/model/code-words.ts';
import type { MessageId } from './message-id.ts';

const byCode: Record<string, MessageId> = codeMessages;

const byReason: Record<string, MessageId> = {
  offline: 'failure.offline',
  timeout: 'failure.timeout',
  server: 'failure.server',
  unsupported: 'failure.unsupported',
  unreadable: 'failure.unreadable',
  // a refusal without an error code comes only from the storage
  refused: 'failure.uploadRefused',
};

export type Failure = { reason: string; code?: string; errorId?: string };

/** Returns the message for an error code of the API, or undefined if the code has no message. */
export const codeWords = (code: string | null | undefined): MessageId | undefined =>
  code ? byCode[code] : undefined;

/**
 * Returns the message for a failed call. A refusal without an error code comes only from the
 * storage.
 */
export const failureWords = ({ reason, code }: Failure): MessageId =>
  codeWords(code) ?? (code ? undefined : byReason[reason]) ?? 'failure.unexpected';

/** Returns the message for a photo that the core rejected (R35), by the reason in its record. */
export const rejectionWords = (reason: string | null | undefined): MessageId =>
  reason === 'no_face' || reason === 'nothing_to_hide' ? `rejected.${reason}` : 'rejected.text';

/**
 * Returns the message that is shown while the updates of a record have stopped and are requested
 * again.
 */
export const lostWords = ({ reason }: Failure): MessageId =>
  reason === 'offline' ? 'result.lost' : 'result.unanswered';
