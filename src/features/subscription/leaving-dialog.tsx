import './plan.css';
import type { ReactNode } from 'react';
import {
  type LeavingStepName,
  selectLeavingKind,
  selectLeavingStep,
} from '../../../machines/leaving/leaving.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AskingStep, TypingStep } from './leaving-code-steps.tsx';
import { PreviewingStep, ReviewingStep, ToldStep, UnknownStep } from './leaving-end-steps.tsx';

const steps: Record<LeavingStepName, () => ReactNode> = {
  asking: () => <AskingStep />,
  typing: () => <TypingStep />,
  previewing: () => <PreviewingStep />,
  unknown: () => <UnknownStep />,
  reviewing: () => <ReviewingStep />,
  told: () => <ToldStep />,
};

const titles = {
  cancel: { before: 'leaving.cancel.title', after: 'leaving.cancel.done' },
  withdraw: { before: 'leaving.withdraw.title', after: 'leaving.withdraw.done' },
} as const;

/**
 * Cancellation of a plan, or withdrawal from a purchase: the consequences, then the press (R74).
 */
export default function LeavingDialog() {
  const t = useText();
  const step = usePageChart('leaving', selectLeavingStep);
  const kind = usePageChart('leaving', selectLeavingKind);
  const send = useSend('leaving');
  const attributes = useChartAttributes('leaving');
  if (!step || !kind) return null;
  return (
    <Dialog
      title={t(titles[kind][step === 'told' ? 'after' : 'before'])}
      close={t('dialog.close')}
      onDismiss={() => send({ type: 'dialog.cancelled' })}
      attributes={attributes}
    >
      {steps[step]()}
    </Dialog>
  );
}
