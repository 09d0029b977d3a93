import type { CodeUse } from '../../../machines/model/account.ts';
import { selectAddress } from '../../../machines/sign-in/sign-in.selectors.ts';
import { Form } from '../../form/form.tsx';
import { OtherWay, Resend, SubmitButton } from '../../form/form-buttons.tsx';
import { CodeField, UserName } from '../../form/form-field.tsx';
import { Text, useText } from '../../i18n/text.tsx';
import { useDialogChart } from '../../machine-react/use-chart.ts';
import { NewPassword, SignInFailure } from './sign-in-parts.tsx';
import { TermsLine } from './terms-line.tsx';

const actions = {
  signIn: 'signIn.title',
  signUp: 'signIn.join.action',
  reset: 'signIn.reset.action',
  provider: 'signIn.title',
} as const;

type Props = { use: CodeUse; hasPassword: boolean };

export function CodeStep({ use, hasPassword }: Props) {
  const t = useText();
  const address = useDialogChart('signIn', selectAddress);
  return (
    <>
      <p className="sign-in-address">
        <Text id="signIn.code.lead" values={{ address: <strong>{address}</strong> }} />
      </p>
      <Form chart="signIn">
        {hasPassword && <UserName address={address ?? ''} />}
        <CodeField chart="signIn" name="code" label={t('field.code.label')} />
        {hasPassword && <NewPassword isFirst={use === 'signUp'} />}
        <SignInFailure />
        <SubmitButton chart="signIn" words={actions[use]} />
        {use !== 'reset' && <TermsLine />}
      </Form>
      <div className="form-others">
        <Resend chart="signIn" />
        <OtherWay chart="signIn" event="address.corrected" words="signIn.otherAddress" />
        {use === 'signIn' && (
          <OtherWay chart="signIn" event="passwordWay.chosen" words="signIn.withPassword" />
        )}
        <p>
          {use === 'signIn'
            ? t('text.sentences', { first: t('signIn.code.help'), second: t('signIn.code.link') })
            : t('signIn.code.help')}
        </p>
      </div>
    </>
  );
}
