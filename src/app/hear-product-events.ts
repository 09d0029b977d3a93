import type { AnyActorRef, InspectionEvent } from 'xstate';
import type { ProductEvent } from '../../machines/model/product-event.ts';
import type { LogPort } from '../../machines/ports/log.port.ts';

/**
 * An `inspect` option that listens to every chart of the system, including ones that start later or
 * restart: each actor passes here before it can emit anything.
 */
export const hearProductEvents =
  (hear: (event: ProductEvent) => void) =>
  (inspected: InspectionEvent): void => {
    if (inspected.type === '@xstate.actor') (inspected.actorRef as AnyActorRef).on('*', hear);
  };

/** Writes a product event as a line of the operation log. */
export const logProductEvent =
  ({ writeLog }: LogPort) =>
  ({ type: name, ...parameters }: ProductEvent): void =>
    writeLog({ type: 'log.written', level: 'info', name, parameters });
