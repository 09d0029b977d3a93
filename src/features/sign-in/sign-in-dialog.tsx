import './sign-in.css';
import { type SignInStep, selectStep } from '../../../machines/sign-in/sign-in.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useDialogChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AddressStep } from './address-step.tsx';
import { CodeStep } from './code-step.tsx';
import { LinkStep } from './link-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { ProviderStep } from './provider-step.tsx';

const addressTitles = {
  signIn: 'signIn.title',
  signUp: 'signIn.join.title',
  reset: 'signIn.forgotten.title',
  provider: 'signIn.confirm.title',
} as const;

const titleOf = (step: SignInStep) => {
  switch (step.name) {
    case 'address':
      return addressTitles[step.use];
    case 'code':
      return 'signIn.code.title';
    default:
      return 'signIn.title';
  }
};

function Step({ step }: { step: SignInStep }) {
  switch (step.name) {
    case 'address':
      return <AddressStep key={step.use} {...step} />;
    case 'code':
      return <CodeStep {...step} />;
    case 'password':
      return <PasswordStep />;
    case 'provider':
      return <ProviderStep />;
    case 'link':
      return <LinkStep {...step} />;
    case 'nothing':
      return null;
  }
}

/** Shows the sign-in dialog (R15), one step at a time. */
export default function SignInDialog() {
  const t = useText();
  const step = useDialogChart('signIn', selectStep);
  const send = useSend('signIn');
  const attributes = useChartAttributes('signIn');
  const cancel = () => send({ type: 'dialog.cancelled' });
  return (
    <Dialog
      title={t(titleOf(step))}
      close={t('dialog.close')}
      onDismiss={cancel}
      attributes={attributes}
    >
      <Step step={step} />
    </Dialog>
  );
}
