import type { FormContext } from '../form/form.states.ts';
import type { Countdown, ResendEvent } from '../form/resending.ts';
import type { CodeUse } from '../model/account.ts';
import type { FormEvent } from '../model/form.ts';

export type SignInField = 'address' | 'code' | 'password';

export type SignInInput = {
  /** token of a mailed link, which needs no code; null otherwise */
  link: string | null;
  /** the server reported that the session has ended (R36) */
  hasEnded: boolean;
};

export type SignInOutput = 'signedIn' | 'cancelled';

export type SignInContext = SignInInput &
  FormContext<SignInField> &
  Countdown & {
    /** use of the last requested code */
    use: CodeUse;
    /** the identity provider's token, while it waits for a mailed code */
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
  /** corrects a wrong address after the code was sent */
  | { type: 'address.corrected' }
  | { type: 'link.accepted' }
  /** after the link could not be checked */
  | { type: 'link.retried' }
  | { type: 'dialog.cancelled' }
  /** another tab has signed in */
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
