import { type ReactNode, useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { MessageRef } from '../../machines/model/message.ts';
import { codeWords } from './failure-words.ts';
import type { MessageId } from './message-id.ts';
import { useProductWords } from './product-words.tsx';

type PlainValues = Record<string, string | number | Date | null | undefined>;

export type Translate = (id: MessageId, values?: PlainValues) => string;

/**
 * `t('home.title', {count: 2})`. The product's {product}, {company}, {address} and {email} are
 * always among the values.
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
 * A message whose id was chosen by a chart, or the server's text for a code of its own (R40).
 * Without a code the text is an exception's.
 */
export function useMessageRef(): (message: MessageRef) => string {
  const t = useText();
  return useCallback(
    (message) => {
      if ('id' in message) return t(message.id as MessageId, message.values);
      const known = codeWords(message.code);
      if (known) return t(known);
      return (message.code && message.text) || t('failure.unexpected');
    },
    [t],
  );
}

/** A function renders a tag of the message: `<link>…</link>` becomes `values.link(chunks)`. */
type RichValue = ReactNode | Date | ((chunks: ReactNode[]) => ReactNode);

type TextProps = { id: MessageId; values?: Record<string, RichValue> };

/** A message that contains elements. */
export function Text({ id, values }: TextProps): ReactNode {
  const intl = useIntl();
  const words = useProductWords();
  return intl.formatMessage({ id }, { ...words, ...values });
}
