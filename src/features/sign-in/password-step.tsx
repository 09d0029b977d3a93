import { Form } from '../../form/form.tsx';
import { OtherWay, SubmitButton } from '../../form/form-buttons.tsx';
import { FormField, passwordInput } from '../../form/form-field.tsx';
import { useText } from '../../i18n/text.tsx';
import { AddressField, SignInFailure } from './sign-in-parts.tsx';

export function PasswordStep() {
  const t = useText();
  return (
    <>
      <Form chart="signIn">
        <AddressField />
        <FormField
          chart="signIn"
          name="password"
          {...passwordInput}
          label={t('field.password.label')}
        />
        <SignInFailure />
        <SubmitButton chart="signIn" words="signIn.title" />
      </Form>
      <div className="form-others">
        <OtherWay chart="signIn" event="codeWay.chosen" words="signIn.withCode" />
        <OtherWay chart="signIn" event="password.forgotten" words="signIn.forgot" />
        <OtherWay chart="signIn" event="account.wanted" words="signIn.join" />
      </div>
    </>
  );
}
