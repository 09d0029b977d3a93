import type { PortCall } from '../../machines/ports/port.ts';
import { PortError } from '../../machines/ports/port-failure.ts';

type Load<Ports> = () => Promise<Ports>;

/** Loads once; a load that failed is tried again at the next use. */
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

/** A call whose body is in a chunk that is not needed for the first view. */
export function lazyCall<Ports, Input, Output>(
  load: Load<Ports>,
  pick: (ports: Ports) => PortCall<Input, Output>,
): PortCall<Input, Output> {
  return async (input, signal) => pick(await load())(input, signal);
}
