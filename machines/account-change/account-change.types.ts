import type { AccountChangeKind } from '../account/account.types.ts';
import type { FormContext } from '../form/form.states.ts';
import type { Countdown, ResendEvent } from '../form/resending.ts';
import type { FormEvent } from '../model/form.ts';

export type AccountChangeField =
  | 'oldPassword'
  | 'address'
  /** code mailed to the current address; the code in `code` was mailed to the new address */
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
  FormContext<AccountChangeField> &
  Countdown & {
    /** address that received the last codes of this dialog: the new or the current email address */
    sentTo: string | null;
  };

export type AccountChangeEvent =
  | FormEvent<AccountChangeField>
  | ResendEvent
  | { type: 'codeWay.chosen' }
  | { type: 'passwordWay.chosen' }
  /** the visitor returns to the field for the new address */
  | { type: 'address.corrected' }
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
