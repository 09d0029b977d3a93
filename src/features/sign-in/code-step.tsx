import type { CodeUse } from '../../../machines/model/account.ts';
import {
  selectAddress,
  selectResend,
  selectSecondsLeft,
} from '../../../machines/sign-in/sign-in.selectors.ts';
import { Text, useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { OtherWay, PasswordField, SignInFailure, SubmitButton } from './sign-in-parts.tsx';
import { TermsLine } from './terms-line.tsx';
import { useSignInField, useSignInForm } from './use-sign-in-form.ts';

const actions = {
  signIn: 'signIn.title',
  signUp: 'signIn.join.action',
  reset: 'signIn.reset.action',
  provider: 'signIn.title',
} as const;

/** Requests another code after a pause. */
function Resend() {
  const t = useText();
  const resend = usePageChart('signIn', selectResend);
  const seconds = usePageChart('signIn', selectSecondsLeft) ?? 0;
  const send = useSend('signIn');
  if (resend === 'waiting') return <p>{t('signIn.resendIn', { seconds })}</p>;
  return (
    <Button
      look="quiet"
      aria-disabled={resend === 'sending'}
      onClick={() => send({ type: 'resend.pressed' })}
    >
      {resend === 'sending' && <span className="spinner" />}
      {t('signIn.resend')}
    </Button>
  );
}

function CodeField({ isBusy }: { isBusy: boolean }) {
  const t = useText();
  return (
    <div className="sign-in-code">
      <Field
        {...useSignInField('code')}
        label={t('field.code.label')}
        autoComplete="one-time-code"
        inputMode="numeric"
        placeholder="123 456"
        readOnly={isBusy}
      />
    </div>
  );
}

/** Hidden field for password managers, which store it with the new password. */
const UserName = ({ address }: { address: string }) => (
  <input
    className="sr-only"
    type="email"
    autoComplete="username"
    value={address}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
);

type Props = { use: CodeUse; isBusy: boolean; hasPassword: boolean };

export function CodeStep({ use, isBusy, hasPassword }: Props) {
  const t = useText();
  const address = usePageChart('signIn', selectAddress);
  const form = useSignInForm();
  return (
    <>
      <p className="sign-in-address">
        <Text id="signIn.code.lead" values={{ address: <strong>{address}</strong> }} />
      </p>
      <form {...form}>
        {hasPassword && <UserName address={address ?? ''} />}
        <CodeField isBusy={isBusy} />
        {hasPassword && (
          <PasswordField isBusy={isBusy} kind={use === 'signUp' ? 'first' : 'another'} />
        )}
        <SignInFailure />
        <SubmitButton isBusy={isBusy} words={actions[use]} />
        {use !== 'reset' && <TermsLine />}
      </form>
      <div className="sign-in-others">
        <Resend />
        <OtherWay event="address.corrected" words="signIn.otherAddress" />
        {use === 'signIn' && <OtherWay event="passwordWay.chosen" words="signIn.withPassword" />}
        <p>
          {t('signIn.code.help')} {use === 'signIn' && t('signIn.code.link')}
        </p>
      </div>
    </>
  );
}
