import type { PortCall, PortStream } from '../../machines/ports/port.ts';
import { failureOf, PortError, type PortFailure } from '../../machines/ports/port-failure.ts';

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

/** A stream whose body is in such a chunk; `failed` names a load that went wrong. */
export function lazyStream<Ports, Input, Event extends { type: string }>(
  load: Load<Ports>,
  pick: (ports: Ports) => PortStream<Input, Event>,
  failed: (failure: PortFailure) => Event,
): PortStream<Input, Event> {
  return (input, emit) => {
    let stopped = false;
    let stop = () => {};
    load().then(
      (ports) => {
        if (!stopped) stop = pick(ports)(input, emit);
      },
      (error: unknown) => {
        if (!stopped) emit(failed(failureOf(error)));
      },
    );
    return () => {
      stopped = true;
      stop();
    };
  };
}
