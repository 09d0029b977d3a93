import type { AccountChangeKind } from '../account/account.types.ts';
import type { Countdown } from '../countdown.ts';
import type { Form, FormEvent } from '../model/form.ts';
import type { CountdownTicked } from '../ports/clock.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type AccountChangeField =
  | 'oldPassword'
  | 'address'
  /** mailed to the current address, while the other code is mailed to the new one */
  | 'currentCode'
  | 'code'
  | 'password';

export type AccountChangeInput = {
  kind: AccountChangeKind;
  /** the current address of the account */
  address: string;
  hasPassword: boolean;
};

export type AccountChangeOutput = 'changed' | 'cancelled';

export type AccountChangeContext = AccountChangeInput &
  Countdown & {
    form: Form<AccountChangeField>;
    /** recipient of the last codes mailed from this dialog: the new address, or the current one */
    sentTo: string | null;
    /** why the last step failed, unless it is about a field */
    failure: PortFailure | null;
  };

export type AccountChangeEvent =
  | FormEvent<AccountChangeField>
  /** Enter, or the button of the form */
  | { type: 'form.submitted' }
  | { type: 'codeWay.chosen' }
  | { type: 'passwordWay.chosen' }
  /** the code did not arrive, or has expired */
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
