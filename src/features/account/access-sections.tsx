import { selectAccount } from '../../../machines/account/account.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { AccountSection, FoldedSection } from './account-section.tsx';

export function AddressSection() {
  const t = useText();
  const account = usePageChart('account', selectAccount);
  const send = useSend('account');
  return (
    <AccountSection title="account.address.title" lead={t('account.address.lead')}>
      <div className="account-row">
        <strong className="account-address">{account?.email}</strong>
        <Button onClick={() => send({ type: 'change.pressed', kind: 'address' })}>
          {t('account.address.change')}
        </Button>
      </div>
    </AccountSection>
  );
}

export function PasswordSection() {
  const t = useText();
  const hasPassword = usePageChart('account', selectAccount)?.hasPassword ?? false;
  const send = useSend('account');
  return (
    <FoldedSection
      title="account.password.title"
      lead={t(hasPassword ? 'account.password.has' : 'account.password.none')}
    >
      <Button onClick={() => send({ type: 'change.pressed', kind: 'password' })}>
        {t(hasPassword ? 'account.password.change' : 'account.password.set')}
      </Button>
    </FoldedSection>
  );
}
