import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from './message-id.ts';

type FunctionWords = {
  /** within its group: "2×, fast" */
  name: MessageId;
  hint: MessageId;
  /** on its own: "Upscale 2×, fast" */
  full: MessageId;
};

/**
 * Message ids of one of our functions, made from its code, or undefined for an operator's function,
 * which brings its own names.
 */
export function useFunctionWords(): (code: string) => FunctionWords | undefined {
  const { messages } = useIntl();
  return useCallback(
    (code) => {
      const known = (id: string) => (id in messages ? (id as MessageId) : undefined);
      const name = known(`function.${code}.name`);
      const hint = known(`function.${code}.hint`);
      return name && hint && { name, hint, full: known(`function.${code}.full`) ?? name };
    },
    [messages],
  );
}
