import {
  selectChangeFailure,
  selectChangeResend,
  selectChangeSecondsLeft,
  selectHasPassword,
  selectPresentAddress,
} from '../../../machines/account-change/account-change.selectors.ts';
import type {
  AccountChangeEvent,
  AccountChangeField,
} from '../../../machines/account-change/account-change.types.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { failureIcon } from '../../ui/failure-icon.ts';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useChangeField } from './use-account-change-form.ts';

/** The last step's failure, if no field caused it. */
export function ChangeFailure() {
  const t = useText();
  const failure = usePageChart('accountChange', selectChangeFailure);
  return (
    <div role="status">
      {failure && (
        <Notice tone="bad" icon={failureIcon(failure)}>
          {t(failureWords(failure))}
        </Notice>
      )}
    </div>
  );
}

type OtherWayProps = {
  event: Extract<
    AccountChangeEvent['type'],
    'codeWay.chosen' | 'passwordWay.chosen' | 'address.corrected' | 'dialog.cancelled'
  >;
  words: MessageId;
};

export function OtherWay({ event, words }: OtherWayProps) {
  const t = useText();
  const send = useSend('accountChange');
  return (
    <Button look="quiet" onClick={() => send({ type: event })}>
      {t(words)}
    </Button>
  );
}

type SubmitProps = { isBusy: boolean; words: MessageId; busy?: MessageId; danger?: boolean };

/** A form's button; while busy it shows that and ignores presses. */
export function SubmitButton({ isBusy, words, busy = 'signIn.wait', danger }: SubmitProps) {
  const t = useText();
  return (
    <Button type="submit" look={danger ? 'danger' : 'primary'} large aria-disabled={isBusy}>
      {isBusy && <span className="spinner" />}
      {t(isBusy ? busy : words)}
    </Button>
  );
}

/** Requests new codes after a pause. */
export function Resend() {
  const t = useText();
  const resend = usePageChart('accountChange', selectChangeResend);
  const seconds = usePageChart('accountChange', selectChangeSecondsLeft) ?? 0;
  const send = useSend('accountChange');
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

type CodeProps = {
  name: Extract<AccountChangeField, 'code' | 'currentCode'>;
  label: string;
  isBusy: boolean;
};

export function CodeField({ name, label, isBusy }: CodeProps) {
  return (
    <div className="account-code">
      <Field
        {...useChangeField(name)}
        label={label}
        autoComplete="one-time-code"
        inputMode="numeric"
        placeholder="123 456"
        readOnly={isBusy}
      />
    </div>
  );
}

/** A new password. Password managers store it with this address. */
export function NewPassword({ isBusy }: { isBusy: boolean }) {
  const t = useText();
  const address = usePageChart('accountChange', selectPresentAddress) ?? '';
  const hasPassword = usePageChart('accountChange', selectHasPassword) ?? false;
  return (
    <>
      <input
        className="sr-only"
        type="email"
        autoComplete="username"
        value={address}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <Field
        {...useChangeField('password')}
        label={t(hasPassword ? 'field.password.new' : 'field.password.choose')}
        hint={t('field.password.hint')}
        type="password"
        autoComplete="new-password"
        readOnly={isBusy}
      />
    </>
  );
}
