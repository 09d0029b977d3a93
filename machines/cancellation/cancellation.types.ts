import type { FormContext } from '../form/form.states.ts';
import type { Countdown, ResendEvent } from '../form/resending.ts';
import type { FormEvent } from '../model/form.ts';
import type { Left, Plan, Withdrawal } from '../model/membership.ts';
import type { Order } from '../model/order.ts';

export type CancellationField = 'order' | 'code';

export type CancellationInput = {
  kind: 'cancel' | 'withdraw';
  /**
   * The plan that a user cancels. If both `plan` and `order` are null, the dialog asks for an order
   * code and a mailed code.
   */
  plan: Plan | null;
  /** the order that a user withdraws from */
  order: Order | null;
};

/** `left` means that the plan was cancelled or the order was withdrawn. */
export type CancellationOutput = 'left' | 'cancelled';

export type CancellationContext = CancellationInput &
  FormContext<CancellationField> &
  Countdown & {
    /** the order for which this dialog has requested a code */
    sentFor: string | null;
    /** the order that was loaded with the mailed code, or null */
    found: Order | null;
    withdrawal: Withdrawal | null;
    left: Left | null;
  };

export type CancellationEvent =
  | FormEvent<CancellationField>
  | ResendEvent
  | { type: 'order.corrected' }
  | { type: 'preview.retried' }
  /** confirms the cancellation or withdrawal in the second step */
  | { type: 'cancellation.confirmed' }
  | { type: 'dialog.cancelled' };

declare module '../charts.ts' {
  interface ChartEvents {
    cancellation: CancellationEvent;
  }
}

declare module '../model/dialog.ts' {
  interface Dialogs {
    cancellation: { input: CancellationInput; output: CancellationOutput };
  }
}
