import type { CodeUse } from '../../../machines/model/account.ts';
import { selectHasEnded, selectHasProvider } from '../../../machines/sign-in/sign-in.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AddressField, OtherWay, SignInFailure, SubmitButton } from './sign-in-parts.tsx';
import { TermsLine } from './terms-line.tsx';
import { useSignInForm } from './use-sign-in-form.ts';

const leads = {
  signIn: 'signIn.lead',
  signUp: 'signIn.join.lead',
  reset: 'signIn.forgotten.lead',
  provider: 'signIn.confirm.lead',
} as const;

function OtherWays() {
  const t = useText();
  const hasProvider = usePageChart('signIn', selectHasProvider) ?? false;
  const send = useSend('signIn');
  return (
    <>
      {hasProvider && (
        <Button onClick={() => send({ type: 'provider.chosen' })}>{t('signIn.provider')}</Button>
      )}
      <OtherWay event="passwordWay.chosen" words="signIn.withPassword" />
    </>
  );
}

export function AddressStep({ use, isBusy }: { use: CodeUse; isBusy: boolean }) {
  const t = useText();
  const form = useSignInForm();
  const hasEnded = usePageChart('signIn', selectHasEnded) ?? false;
  return (
    <>
      {hasEnded && <Notice>{t('signIn.ended')}</Notice>}
      <p>{t(leads[use])}</p>
      <form {...form}>
        <AddressField isBusy={isBusy} />
        <SignInFailure />
        <SubmitButton isBusy={isBusy} words="signIn.send" />
        {use === 'signUp' && <TermsLine />}
      </form>
      <div className="sign-in-others">
        {use === 'signIn' ? <OtherWays /> : <OtherWay event="codeWay.chosen" words="signIn.back" />}
      </div>
    </>
  );
}
