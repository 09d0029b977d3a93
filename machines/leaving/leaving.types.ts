import type { Countdown } from '../countdown.ts';
import type { Form, FormEvent } from '../model/form.ts';
import type { Left, Plan, Withdrawal } from '../model/membership.ts';
import type { Order } from '../model/order.ts';
import type { CountdownTicked } from '../ports/clock.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type LeavingField = 'order' | 'code';

export type LeavingInput = {
  kind: 'cancel' | 'withdraw';
  /** what a user cancels; without it and without an order everything goes by order number and mailed code */
  plan: Plan | null;
  /** what a user withdraws from */
  order: Order | null;
};

/** `left`: the plan was cancelled, or the purchase withdrawn from */
export type LeavingOutput = 'left' | 'cancelled';

export type LeavingContext = LeavingInput &
  Countdown & {
    form: Form<LeavingField>;
    /** for which order a code was asked for from this dialog */
    sentFor: string | null;
    /** what the mailed code has opened */
    found: Order | null;
    withdrawal: Withdrawal | null;
    left: Left | null;
    /** why the last step failed, where no field is to blame */
    failure: PortFailure | null;
  };

export type LeavingEvent =
  | FormEvent<LeavingField>
  /** Enter, or the button of the form */
  | { type: 'form.submitted' }
  | { type: 'order.corrected' }
  | { type: 'resend.pressed' }
  | { type: 'preview.retried' }
  /** the second step: now it happens */
  | { type: 'leaving.confirmed' }
  | CountdownTicked
  | { type: 'dialog.cancelled' };

declare module '../charts.ts' {
  interface ChartEvents {
    leaving: LeavingEvent;
  }
}

declare module '../model/dialog.ts' {
  interface Dialogs {
    leaving: { input: LeavingInput; output: LeavingOutput };
  }
}
