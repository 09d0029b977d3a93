import {
  selectChangeKind,
  selectCodeAddress,
  selectHasPassword,
  selectPresentAddress,
} from '../../../machines/account-change/account-change.selectors.ts';
import { selectCredits } from '../../../machines/session/session.selectors.ts';
import { Text, useText } from '../../i18n/text.tsx';
import { useChart, usePageChart } from '../../machine-react/use-chart.ts';
import { Field } from '../../ui/field.tsx';
import {
  ChangeFailure,
  CodeField,
  NewPassword,
  OtherWay,
  Resend,
  SubmitButton,
} from './account-change-parts.tsx';
import { useChangeField, useChangeForm } from './use-account-change-form.ts';

type Props = { isBusy: boolean };

export function PasswordStep({ isBusy }: Props) {
  const t = useText();
  return (
    <>
      <p>{t('account.password.others')}</p>
      <form {...useChangeForm()}>
        <Field
          {...useChangeField('oldPassword')}
          label={t('account.password.old')}
          type="password"
          autoComplete="current-password"
          readOnly={isBusy}
        />
        <NewPassword isBusy={isBusy} />
        <ChangeFailure />
        <SubmitButton isBusy={isBusy} words="account.password.save" />
      </form>
      <div className="account-others">
        <OtherWay event="codeWay.chosen" words="account.password.byCode" />
      </div>
    </>
  );
}

/** Data that is deleted with an account, and data that stays (docs/security.md). */
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

function NewAddress({ isBusy }: Props) {
  const t = useText();
  return (
    <Field
      {...useChangeField('address')}
      label={t('account.address.new')}
      type="email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      readOnly={isBusy}
    />
  );
}

/** Explains the change and requests a code by mail. */
export function AskingStep({ isBusy }: Props) {
  const kind = usePageChart('accountChange', selectChangeKind);
  const hasPassword = usePageChart('accountChange', selectHasPassword) ?? false;
  const present = usePageChart('accountChange', selectPresentAddress);
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
      <form {...useChangeForm()}>
        {isForAddress && <NewAddress isBusy={isBusy} />}
        <ChangeFailure />
        <SubmitButton
          isBusy={isBusy}
          words={isForAddress ? 'account.address.send' : 'signIn.send'}
        />
      </form>
      <div className="account-others">
        {kind === 'password' && hasPassword && (
          <OtherWay event="passwordWay.chosen" words="account.password.byOld" />
        )}
        {kind === 'deletion' && <OtherWay event="dialog.cancelled" words="account.deletion.keep" />}
      </div>
    </>
  );
}

function AddressCodes({ isBusy }: Props) {
  const t = useText();
  const present = usePageChart('accountChange', selectPresentAddress) ?? '';
  const next = usePageChart('accountChange', selectCodeAddress) ?? '';
  return (
    <>
      <CodeField
        name="currentCode"
        label={t('account.address.code', { address: present })}
        isBusy={isBusy}
      />
      <CodeField name="code" label={t('account.address.code', { address: next })} isBusy={isBusy} />
    </>
  );
}

const actions = {
  password: 'account.password.save',
  address: 'account.address.change',
  deletion: 'account.deletion.confirm',
} as const;

/** The mailed codes, and what they allow. */
export function TypingStep({ isBusy }: Props) {
  const t = useText();
  const kind = usePageChart('accountChange', selectChangeKind) ?? 'password';
  const sentTo = usePageChart('accountChange', selectCodeAddress);
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
      <form {...useChangeForm()}>
        {kind === 'address' ? (
          <AddressCodes isBusy={isBusy} />
        ) : (
          <CodeField name="code" label={t('field.code.label')} isBusy={isBusy} />
        )}
        {kind === 'password' && <NewPassword isBusy={isBusy} />}
        <ChangeFailure />
        <SubmitButton
          isBusy={isBusy}
          words={actions[kind]}
          busy={kind === 'deletion' ? 'account.deletion.deleting' : 'signIn.wait'}
          danger={kind === 'deletion'}
        />
      </form>
      <div className="account-others">
        <Resend />
        {kind === 'address' && (
          <OtherWay event="address.corrected" words="account.address.correct" />
        )}
        {kind === 'deletion' && <OtherWay event="dialog.cancelled" words="account.deletion.keep" />}
        <p>{t('signIn.code.help')}</p>
      </div>
    </>
  );
}
