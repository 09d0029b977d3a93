import { selectSetup } from '../../../machines/app/app.selectors.ts';
import type { CodeUse } from '../../../machines/model/account.ts';
import { selectHasEnded, selectHasProvider } from '../../../machines/sign-in/sign-in.selectors.ts';
import { Form } from '../../form/form.tsx';
import { OtherWay, SubmitButton } from '../../form/form-buttons.tsx';
import { useText } from '../../i18n/text.tsx';
import { useChart, useDialogChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AddressField, SignInFailure } from './sign-in-parts.tsx';
import { TermsLine } from './terms-line.tsx';

const leads = {
  signIn: 'signIn.lead',
  signUp: 'signIn.join.lead',
  reset: 'signIn.forgotten.lead',
  provider: 'signIn.confirm.lead',
} as const;

function OtherWays() {
  const t = useText();
  const hasProvider = useDialogChart('signIn', selectHasProvider);
  const send = useSend('signIn');
  return (
    <>
      {hasProvider && (
        <Button onClick={() => send({ type: 'provider.chosen' })}>{t('signIn.provider')}</Button>
      )}
      <OtherWay chart="signIn" event="passwordWay.chosen" words="signIn.withPassword" />
    </>
  );
}

/** Tells newcomers that a new account gets free credits. */
function WelcomeCredits() {
  const t = useText();
  const count = useChart('app', (snapshot) => selectSetup(snapshot)?.welcomeCredits ?? 0);
  if (count === 0) return null;
  return (
    <p>
      <strong>{t('signIn.welcome', { count })}</strong>
    </p>
  );
}

export function AddressStep({ use }: { use: CodeUse }) {
  const t = useText();
  const hasEnded = useDialogChart('signIn', selectHasEnded);
  return (
    <>
      {hasEnded && <Notice>{t('signIn.ended')}</Notice>}
      <p>{t(leads[use])}</p>
      {(use === 'signIn' || use === 'signUp') && <WelcomeCredits />}
      <Form chart="signIn">
        <AddressField />
        <SignInFailure />
        <SubmitButton chart="signIn" words="signIn.send" />
        {use === 'signUp' && <TermsLine />}
      </Form>
      <div className="form-others">
        {use === 'signIn' ? (
          <OtherWays />
        ) : (
          <OtherWay chart="signIn" event="codeWay.chosen" words="signIn.back" />
        )}
      </div>
    </>
  );
}
