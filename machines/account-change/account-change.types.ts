import type { AccountChangeKind } from '../account/account.types.ts';
import type { Countdown } from '../countdown.ts';
import type { Form, FormEvent } from '../model/form.ts';
import type { CountdownTicked } from '../ports/clock.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type AccountChangeField =
  | 'oldPassword'
  | 'address'
  /** mailed to the present address, where the other code goes to the new one */
  | 'currentCode'
  | 'code'
  | 'password';

export type AccountChangeInput = {
  kind: AccountChangeKind;
  /** the present address of the account */
  address: string;
  hasPassword: boolean;
};

export type AccountChangeOutput = 'changed' | 'cancelled';

export type AccountChangeContext = AccountChangeInput &
  Countdown & {
    form: Form<AccountChangeField>;
    /** for whom codes were mailed from this dialog last: the new address, or the present one */
    sentTo: string | null;
    /** why the last step failed, where no field is to blame */
    failure: PortFailure | null;
  };

export type AccountChangeEvent =
  | FormEvent<AccountChangeField>
  /** Enter, or the button of the form */
  | { type: 'form.submitted' }
  | { type: 'codeWay.chosen' }
  | { type: 'passwordWay.chosen' }
  /** the code did not come, or has expired */
  | { type: 'resend.pressed' }
  /** the new address was mistyped */
  | { type: 'address.corrected' }
  | CountdownTicked
  | { type: 'dialog.cancelled' };

declare module '../charts.ts' {
  interface ChartEvents {
    accountChange: AccountChangeEvent;
  }
}

declare module '../model/dialog.ts' {
  interface Dialogs {
    accountChange: { input: AccountChangeInput; output: AccountChangeOutput };
  }
}
