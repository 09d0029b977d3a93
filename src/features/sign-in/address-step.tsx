import type { CodeUse } from '../../../machines/model/account.ts';
import { selectHasEnded, selectHasProvider } from '../../../machines/sign-in/sign-in.selectors.ts';
import { Form } from '../../form/form.tsx';
import { OtherWay, SubmitButton } from '../../form/form-buttons.tsx';
import { useText } from '../../i18n/text.tsx';
import { useDialogChart, useSend } from '../../machine-react/use-chart.ts';
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

export function AddressStep({ use }: { use: CodeUse }) {
  const t = useText();
  const hasEnded = useDialogChart('signIn', selectHasEnded);
  return (
    <>
      {hasEnded && <Notice>{t('signIn.ended')}</Notice>}
      <p>{t(leads[use])}</p>
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
