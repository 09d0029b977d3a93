import type { PortCall } from '../../machines/ports/port.ts';
import { PortError } from '../../machines/ports/port-failure.ts';

type Load<Ports> = () => Promise<Ports>;

/** Loads once. After a failure, the next use loads again. */
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

/** A call whose implementation is in a chunk that the first view does not need. */
export function lazyCall<Ports, Input, Output>(
  load: Load<Ports>,
  pick: (ports: Ports) => PortCall<Input, Output>,
): PortCall<Input, Output> {
  return async (input, signal) => pick(await load())(input, signal);
}
