import { type ReactNode, useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { MessageRef } from '../../machines/model/message.ts';
import { codeWords } from './failure-words.ts';
import type { MessageId } from './message-id.ts';
import { useProductWords } from './product-words.tsx';

type PlainValues = Record<string, string | number | Date | null | undefined>;

export type Translate = (id: MessageId, values?: PlainValues) => string;

/**
 * Returns the function `t` for messages: `t('home.title', {count: 2})`. Every message may use
 * {product}, {company}, {address} and {email}.
 */
export function useText(): Translate {
  const intl = useIntl();
  const words = useProductWords();
  return useCallback<Translate>(
    (id, values) => intl.formatMessage({ id }, { ...words, ...values }),
    [intl, words],
  );
}

/**
 * Returns a function that gives the text of a chart's message, or the server's text for an error
 * code (R40). A text of the server without a code is not shown, because it is the text of an
 * exception.
 */
export function useMessageRef(): (message: MessageRef) => string {
  const t = useText();
  return useCallback(
    (message) => {
      if ('id' in message) return t(message.id as MessageId, message.values);
      const known = codeWords(message.code);
      const { errorId: id } = message;
      if (!known) return (message.code && message.text) || t('failure.unexpected');
      if (!id) return t(known);
      return t('text.sentences', { first: t(known), second: t('failure.id', { id }) });
    },
    [t],
  );
}

/**
 * A value of a message. A function renders a tag of the message: `<link>…</link>` becomes
 * `values.link(chunks)`.
 */
type RichValue = ReactNode | Date | ((chunks: ReactNode[]) => ReactNode);

type TextProps = { id: MessageId; values?: Record<string, RichValue> };

/** Renders a message that contains elements. */
export function Text({ id, values }: TextProps): ReactNode {
  const intl = useIntl();
  const words = useProductWords();
  return intl.formatMessage({ id }, { ...words, ...values });
}
