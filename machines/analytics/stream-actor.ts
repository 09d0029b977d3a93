import { type CallbackActorLogic, type EventObject, fromCallback } from 'xstate';
import type { PortStream } from '../ports/port.ts';

/** A port's stream as the logic of an invoked actor. */
export const streamActor = <Event extends { type: string }>(
  stream: PortStream<void, Event>,
): CallbackActorLogic<EventObject, undefined> =>
  fromCallback<EventObject, undefined>(({ sendBack }) => stream(undefined, sendBack));
