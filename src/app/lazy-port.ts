import type { PortCall } from '../../machines/ports/port.ts';
import { PortError } from '../../machines/ports/port-failure.ts';

type Load<Ports> = () => Promise<Ports>;

/**
 * Returns a function that loads the ports once. After a failure, the next call loads them again.
 */
export function once<Ports>(load: Load<Ports>): Load<Ports> {
  let loading: Promise<Ports> | null = null;
  return () => {
    loading ??= load().catch((cause: unknown) => {
      loading = null;
      throw new PortError({ reason: 'offline', call: 'chunk' }, { cause });
    });
    return loading;
  };
}

/**
 * Returns a call whose code is in a separate chunk, because the first view does not need that code.
 */
export function lazyCall<Ports, Input, Output>(
  load: Load<Ports>,
  pick: (ports: Ports) => PortCall<Input, Output>,
): PortCall<Input, Output> {
  return async (input, signal) => pick(await load())(input, signal);
}
