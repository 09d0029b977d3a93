import { codeWords } from '../i18n/failure-words.ts';
import type { MessageId } from '../i18n/message-id.ts';

/** Messages by the problem of a field. */
export type FieldWords = Readonly<Record<string, MessageId>>;

/**
 * Messages by the field and its problem. A refusal that is not listed here uses the message of its
 * error code.
 */
const problemWords: FieldWords = {
  'address.missing': 'field.address.missing',
  'address.invalid': 'field.address.invalid',
  'address.tooLong': 'field.address.tooLong',
  'address.same': 'account.address.same',
  'code.missing': 'field.code.missing',
  'code.incomplete': 'field.code.incomplete',
  'currentCode.missing': 'field.code.missing',
  'currentCode.incomplete': 'field.code.incomplete',
  'password.missing': 'field.password.missing',
  'password.tooShort': 'field.password.tooShort',
  'password.tooLong': 'field.password.tooLong',
  'oldPassword.missing': 'field.password.missing',
  'oldPassword.invalid_credentials': 'account.password.wrong',
  'order.missing': 'cancellation.order.missing',
  'order.incomplete': 'cancellation.order.incomplete',
  'name.tooLong': 'contact.name.tooLong',
  'message.missing': 'contact.message.missing',
  'message.tooLong': 'contact.message.tooLong',
};

export const fieldWords = (name: string, problem: string): MessageId =>
  problemWords[`${name}.${problem}`] ?? codeWords(problem) ?? 'failure.unexpected';
