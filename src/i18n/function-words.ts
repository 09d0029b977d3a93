import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from './message-id.ts';

type FunctionWords = {
  /** name that is shown within the function's group, such as "2×, fast" */
  name: MessageId;
  hint: MessageId;
  /** name that is shown outside the function's group, such as "Upscale 2×, fast" */
  full: MessageId;
};

/**
 * Returns a function that gives the message ids of a built-in function, derived from its code. The
 * result is undefined for a function of an operator, which has its own texts.
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
