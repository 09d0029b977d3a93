import type { Countdown } from '../countdown.ts';
import type { CodeUse } from '../model/account.ts';
import type { Form, FormEvent } from '../model/form.ts';
import type { CountdownTicked } from '../ports/clock.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type SignInField = 'address' | 'code' | 'password';

export type SignInInput = {
  /** of a mailed link, which needs no code; null otherwise */
  link: string | null;
  /** the server did not know the session any more (R36) */
  hasEnded: boolean;
};

export type SignInOutput = 'signedIn' | 'cancelled';

export type SignInContext = SignInInput &
  Countdown & {
    form: Form<SignInField>;
    /** what the code that was asked for last will do */
    use: CodeUse;
    /** the proof of the identity provider, while it waits for a mailed code */
    idToken: string | null;
    /** whom the mailed link signs in; null until the server has said it */
    linkAddress: string | null;
    /** whether an identity provider is offered */
    hasProvider: boolean;
    /** why the last step failed, where no field is to blame */
    failure: PortFailure | null;
  };

export type SignInEvent =
  | FormEvent<SignInField>
  /** Enter, or the button of the form */
  | { type: 'form.submitted' }
  | { type: 'passwordWay.chosen' }
  | { type: 'codeWay.chosen' }
  | { type: 'account.wanted' }
  | { type: 'password.forgotten' }
  | { type: 'provider.chosen' }
  /** the code did not come, or has expired */
  | { type: 'resend.pressed' }
  /** the code went to a wrong address */
  | { type: 'address.corrected' }
  | { type: 'link.accepted' }
  /** whom the link signs in could not be found out */
  | { type: 'link.retried' }
  | CountdownTicked
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
