import {
  selectChangeKind,
  selectCodeAddress,
  selectHasPassword,
  selectPresentAddress,
} from '../../../machines/account-change/account-change.selectors.ts';
import { selectCredits } from '../../../machines/session/session.selectors.ts';
import { Form } from '../../form/form.tsx';
import { OtherWay, Resend, SubmitButton } from '../../form/form-buttons.tsx';
import { FormFailure } from '../../form/form-failure.tsx';
import {
  addressInput,
  CodeField,
  FormField,
  newPasswordInput,
  passwordInput,
  UserName,
} from '../../form/form-field.tsx';
import { Text, useText } from '../../i18n/text.tsx';
import { useChart, useDialogChart } from '../../machine-react/use-chart.ts';

/**
 * Shows the field for a new password. Password managers store the password with the account's email
 * address.
 */
function NewPassword() {
  const t = useText();
  const address = useDialogChart('accountChange', selectPresentAddress);
  const hasPassword = useDialogChart('accountChange', selectHasPassword);
  return (
    <>
      <UserName address={address} />
      <FormField
        chart="accountChange"
        name="password"
        {...newPasswordInput}
        label={t(hasPassword ? 'field.password.new' : 'field.password.choose')}
        hint={t('field.password.hint')}
      />
    </>
  );
}

export function PasswordStep() {
  const t = useText();
  return (
    <>
      <p>{t('account.password.others')}</p>
      <Form chart="accountChange">
        <FormField
          chart="accountChange"
          name="oldPassword"
          {...passwordInput}
          label={t('account.password.old')}
        />
        <NewPassword />
        <FormFailure chart="accountChange" />
        <SubmitButton chart="accountChange" words="account.password.save" />
      </Form>
      <div className="form-others">
        <OtherWay chart="accountChange" event="codeWay.chosen" words="account.password.byCode" />
      </div>
    </>
  );
}

/**
 * Lists the data that is deleted with an account, and the data that is not deleted
 * (docs/security.md).
 */
function Fate() {
  const t = useText();
  const balance = useChart('session', selectCredits)?.balance ?? 0;
  return (
    <div className="account-fate">
      <strong>{t('account.deletion.goes')}</strong>
      <ul>
        <li>{t('account.deletion.goes.photos')}</li>
        <li>{t('account.deletion.goes.credits', { balance })}</li>
        <li>{t('account.deletion.goes.account')}</li>
      </ul>
      <strong>{t('account.deletion.stays')}</strong>
      <ul>
        <li>{t('account.deletion.stays.mails')}</li>
        <li>{t('account.deletion.stays.choice')}</li>
        <li>{t('account.deletion.stays.welcome')}</li>
        <li>{t('account.deletion.stays.books')}</li>
      </ul>
    </div>
  );
}

function NewAddress() {
  const t = useText();
  return (
    <FormField
      chart="accountChange"
      name="address"
      {...addressInput}
      label={t('account.address.new')}
    />
  );
}

/** Explains the change, and shows the button that requests a mailed code. */
export function AskingStep() {
  const kind = useDialogChart('accountChange', selectChangeKind);
  const hasPassword = useDialogChart('accountChange', selectHasPassword);
  const present = useDialogChart('accountChange', selectPresentAddress);
  const address = <strong className="account-address">{present}</strong>;
  const isForAddress = kind === 'address';
  return (
    <>
      {kind === 'deletion' && <Fate />}
      <p>
        <Text
          id={isForAddress ? 'account.address.ask' : 'account.code.lead'}
          values={{ address }}
        />
      </p>
      <Form chart="accountChange">
        {isForAddress && <NewAddress />}
        <FormFailure chart="accountChange" />
        <SubmitButton
          chart="accountChange"
          words={isForAddress ? 'account.address.send' : 'signIn.send'}
        />
      </Form>
      <div className="form-others">
        {kind === 'password' && hasPassword && (
          <OtherWay
            chart="accountChange"
            event="passwordWay.chosen"
            words="account.password.byOld"
          />
        )}
        {kind === 'deletion' && (
          <OtherWay chart="accountChange" event="dialog.cancelled" words="account.deletion.keep" />
        )}
      </div>
    </>
  );
}

/* Message for a wrong code if two codes are needed. The server does not report which of the two
 * codes is wrong. */
const eitherCode = { invalid_code: 'account.address.wrongCode' } as const;

function AddressCodes() {
  const t = useText();
  const present = useDialogChart('accountChange', selectPresentAddress);
  const next = useDialogChart('accountChange', selectCodeAddress);
  return (
    <>
      <CodeField
        chart="accountChange"
        name="currentCode"
        label={t('account.address.code', { address: present })}
        words={eitherCode}
      />
      <CodeField
        chart="accountChange"
        name="code"
        label={t('account.address.code', { address: next })}
        words={eitherCode}
      />
    </>
  );
}

const actions = {
  password: 'account.password.save',
  address: 'account.address.change',
  deletion: 'account.deletion.confirm',
} as const;

/** Shows the fields for the mailed codes, and explains the effect of the change. */
export function TypingStep() {
  const t = useText();
  const kind = useDialogChart('accountChange', selectChangeKind);
  const sentTo = useDialogChart('accountChange', selectCodeAddress);
  const address = <strong className="account-address">{sentTo}</strong>;
  return (
    <>
      <p>
        {kind === 'address' ? (
          t('account.address.sent')
        ) : (
          <Text id="signIn.code.lead" values={{ address }} />
        )}
      </p>
      {kind === 'password' && <p>{t('account.password.others')}</p>}
      <Form chart="accountChange">
        {kind === 'address' ? (
          <AddressCodes />
        ) : (
          <CodeField chart="accountChange" name="code" label={t('field.code.label')} />
        )}
        {kind === 'password' && <NewPassword />}
        <FormFailure chart="accountChange" />
        <SubmitButton
          chart="accountChange"
          words={actions[kind]}
          busy={kind === 'deletion' ? 'account.deletion.deleting' : 'signIn.wait'}
          look={kind === 'deletion' ? 'danger' : 'primary'}
        />
      </Form>
      <div className="form-others">
        <Resend chart="accountChange" />
        {kind === 'address' && (
          <OtherWay
            chart="accountChange"
            event="address.corrected"
            words="account.address.correct"
          />
        )}
        {kind === 'deletion' && (
          <OtherWay chart="accountChange" event="dialog.cancelled" words="account.deletion.keep" />
        )}
        <p>{t('signIn.code.help')}</p>
      </div>
    </>
  );
}
