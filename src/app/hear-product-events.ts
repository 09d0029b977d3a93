import type { AnyActorRef, InspectionEvent } from 'xstate';
import type { ProductEvent } from '../../machines/model/product-event.ts';
import type { LogPort } from '../../machines/ports/log.port.ts';

/**
 * Returns an `inspect` option that receives the product events of every chart, even of charts that
 * start later or restart. XState inspects each actor before the actor can emit an event.
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
