import { FormFailure } from '../../form/form-failure.tsx';
import { addressInput, FormField, newPasswordInput } from '../../form/form-field.tsx';
import { useText } from '../../i18n/text.tsx';

const providerWords = {
  popup_blocked: 'signIn.provider.blocked',
  provider_refused: 'signIn.provider.refused',
} as const;

export const SignInFailure = () => <FormFailure chart="signIn" words={providerWords} />;

export function AddressField() {
  const t = useText();
  return (
    <FormField chart="signIn" name="address" {...addressInput} label={t('field.address.label')} />
  );
}

/**
 * Shows the field for an account's first password, or for a new password that replaces the old one.
 */
export function NewPassword({ isFirst }: { isFirst: boolean }) {
  const t = useText();
  return (
    <FormField
      chart="signIn"
      name="password"
      {...newPasswordInput}
      label={t(isFirst ? 'field.password.choose' : 'field.password.new')}
      hint={t('field.password.hint')}
    />
  );
}
