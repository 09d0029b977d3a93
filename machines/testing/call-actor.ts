import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { PortCall } from '../ports/port.ts';
import { PortError } from '../ports/port-failure.ts';

/** The input of a call as a chart passes it: null if an earlier state has not provided the data. */
type OrNull<Input> = undefined extends Input ? Input : Input | null;

const withoutInput = (): PortError =>
  new PortError({ reason: 'unexpected', msg: 'The input of the call is null' });

/**
 * Returns a function as the logic of an invoked call, for tests. Unlike in the product, failures
 * are not reported to the root. A call without its input fails, like in the product.
 */
export const callActor = <Input, Output>(
  call: PortCall<Input, Output>,
): PromiseActorLogic<Output, OrNull<Input>> =>
  fromPromise<Output, OrNull<Input>>(({ input, signal }) =>
    input === null ? Promise.reject(withoutInput()) : call(input as Input, signal),
  );
