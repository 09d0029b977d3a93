import { selectFailure } from '../../../machines/sign-in/sign-in.selectors.ts';
import type { SignInEvent } from '../../../machines/sign-in/sign-in.types.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSignInField } from './use-sign-in-form.ts';

const popupWords: Readonly<Record<string, MessageId>> = {
  popup_blocked: 'signIn.provider.blocked',
  provider_refused: 'signIn.provider.refused',
};

/** The last step's failure, if no field caused it. */
export function SignInFailure() {
  const t = useText();
  const failure = usePageChart('signIn', selectFailure);
  return (
    <div role="status">
      {failure && (
        <Notice tone="bad" icon={failure.reason === 'offline' ? 'offline' : 'warning'}>
          {t(popupWords[failure.code ?? ''] ?? failureWords(failure))}
        </Notice>
      )}
    </div>
  );
}

/** A link to another way to sign in. */
export function OtherWay({
  event,
  words,
}: {
  event: SignInEvent['type'] & Plain;
  words: MessageId;
}) {
  const t = useText();
  const send = useSend('signIn');
  return (
    <Button look="quiet" onClick={() => send({ type: event })}>
      {t(words)}
    </Button>
  );
}

type Plain =
  | 'passwordWay.chosen'
  | 'codeWay.chosen'
  | 'account.wanted'
  | 'password.forgotten'
  | 'address.corrected';

/** The address; password managers fill it in. */
export function AddressField({ isBusy }: { isBusy: boolean }) {
  const t = useText();
  return (
    <Field
      {...useSignInField('address')}
      label={t('field.address.label')}
      type="email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      readOnly={isBusy}
    />
  );
}

/** An existing password, an account's first one, or a replacement. */
type PasswordKind = 'known' | 'first' | 'another';

const passwordLabels = {
  known: 'field.password.label',
  first: 'field.password.choose',
  another: 'field.password.new',
} as const;

type PasswordProps = { isBusy: boolean; kind: PasswordKind };

export function PasswordField({ isBusy, kind }: PasswordProps) {
  const t = useText();
  const isNew = kind !== 'known';
  return (
    <Field
      {...useSignInField('password')}
      label={t(passwordLabels[kind])}
      hint={isNew ? t('field.password.hint') : undefined}
      type="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      readOnly={isBusy}
    />
  );
}

/** A form's button; while busy it shows that and ignores presses. */
export function SubmitButton({ isBusy, words }: { isBusy: boolean; words: MessageId }) {
  const t = useText();
  return (
    <Button type="submit" look="primary" large aria-disabled={isBusy}>
      {isBusy && <span className="spinner" />}
      {t(isBusy ? 'signIn.wait' : words)}
    </Button>
  );
}
