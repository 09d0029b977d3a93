import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from './message-id.ts';

type FunctionWords = {
  /** name within its group: "2×, fast" */
  name: MessageId;
  hint: MessageId;
  /** name outside its group: "Upscale 2×, fast" */
  full: MessageId;
};

/**
 * The message ids of a built-in function, derived from its code. Undefined for an operator's
 * function, which has its own names.
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
