import './plan.css';
import type { ReactNode } from 'react';
import {
  type CancellationStepName,
  selectCancellationKind,
  selectCancellationStep,
} from '../../../machines/cancellation/cancellation.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useDialogChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AskingStep, TypingStep } from './cancellation-code-steps.tsx';
import { PreviewingStep, ReviewingStep, ToldStep, UnknownStep } from './cancellation-end-steps.tsx';

const steps: Record<CancellationStepName, () => ReactNode> = {
  asking: () => <AskingStep />,
  typing: () => <TypingStep />,
  previewing: () => <PreviewingStep />,
  unknown: () => <UnknownStep />,
  reviewing: () => <ReviewingStep />,
  told: () => <ToldStep />,
};

const titles = {
  cancel: { before: 'cancellation.cancel.title', after: 'cancellation.cancel.done' },
  withdraw: { before: 'cancellation.withdraw.title', after: 'cancellation.withdraw.done' },
} as const;

/**
 * Cancels a plan or withdraws from a purchase. Shows the consequences before the button that
 * confirms (R74).
 */
export default function CancellationDialog() {
  const t = useText();
  const step = useDialogChart('cancellation', selectCancellationStep);
  const kind = useDialogChart('cancellation', selectCancellationKind);
  const send = useSend('cancellation');
  const attributes = useChartAttributes('cancellation');
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
