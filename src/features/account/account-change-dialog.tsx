import './account-change.css';
import {
  selectChangeKind,
  selectChangeStep,
  selectHasPassword,
} from '../../../machines/account-change/account-change.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useDialogChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AskingStep, PasswordStep, TypingStep } from './account-change-steps.tsx';

const steps = { oldPassword: PasswordStep, asking: AskingStep, typing: TypingStep } as const;

const titles = {
  address: 'account.address.change',
  deletion: 'account.deletion.question',
} as const;

/** Changes or deletes the account, one step at a time. */
export default function AccountChangeDialog() {
  const t = useText();
  const step = useDialogChart('accountChange', selectChangeStep);
  const kind = useDialogChart('accountChange', selectChangeKind);
  const hasPassword = useDialogChart('accountChange', selectHasPassword);
  const send = useSend('accountChange');
  const attributes = useChartAttributes('accountChange');
  if (!step || !kind) return null;
  const Step = steps[step];
  const passwordTitle = hasPassword ? 'account.password.change' : 'account.password.set';
  return (
    <Dialog
      title={t(kind === 'password' ? passwordTitle : titles[kind])}
      close={t('dialog.close')}
      onDismiss={() => send({ type: 'dialog.cancelled' })}
      attributes={attributes}
    >
      <Step />
    </Dialog>
  );
}
