import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { PortCall } from '../ports/port.ts';
import { PortError } from '../ports/port-failure.ts';

/** An input from an earlier state may be missing; the chart then passes null. */
type OrNull<Input> = undefined extends Input ? Input : Input | null;

const withoutInput = (): PortError =>
  new PortError({ reason: 'unexpected', msg: 'The input of the call is null' });

/**
 * A function as the logic of an invoked call, for tests, without the report to the root. A call
 * without its input fails, as in the product.
 */
export const callActor = <Input, Output>(
  call: PortCall<Input, Output>,
): PromiseActorLogic<Output, OrNull<Input>> =>
  fromPromise<Output, OrNull<Input>>(({ input, signal }) =>
    input === null ? Promise.reject(withoutInput()) : call(input as Input, signal),
  );
