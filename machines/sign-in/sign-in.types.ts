import type { FormContext } from '../form/form.states.ts';
import type { Countdown, ResendEvent } from '../form/resending.ts';
import type { CodeUse } from '../model/account.ts';
import type { FormEvent } from '../model/form.ts';

export type SignInField = 'address' | 'code' | 'password';

export type SignInInput = {
  /** token of the mailed link that opened the dialog, or null */
  link: string | null;
  /** the server reported that the session has ended (R36) */
  hasEnded: boolean;
};

export type SignInOutput = 'signedIn' | 'cancelled';

export type SignInContext = SignInInput &
  FormContext<SignInField> &
  Countdown & {
    /** what the last requested code is used for */
    use: CodeUse;
    /**
     * the identity provider's token, while the visitor must prove the address with a mailed code;
     * otherwise null
     */
    idToken: string | null;
    /** address of the account that the mailed link signs in to, or null until known */
    linkAddress: string | null;
    /** true if an identity provider is offered */
    hasProvider: boolean;
  };

export type SignInEvent =
  | FormEvent<SignInField>
  | ResendEvent
  | { type: 'passwordWay.chosen' }
  | { type: 'codeWay.chosen' }
  | { type: 'account.wanted' }
  | { type: 'password.forgotten' }
  | { type: 'provider.chosen' }
  /** returns to the address field after a code was sent to a wrong address */
  | { type: 'address.corrected' }
  | { type: 'link.accepted' }
  /** tries again after the link could not be checked */
  | { type: 'link.retried' }
  | { type: 'dialog.cancelled' }
  /** the visitor has signed in in another tab */
  | { type: 'session.begun' };

declare module '../charts.ts' {
  interface ChartEvents {
    signIn: SignInEvent;
  }
}

declare module '../model/dialog.ts' {
  interface Dialogs {
    signIn: { input: SignInInput; output: SignInOutput };
  }
}
