import { selectShortage } from '../../../machines/batch/batch.line.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { PassingButton } from '../../ui/passing-button.tsx';

/**
 * Shows a button that buys credits if they are not enough for all photos. A batch that waits for
 * credits continues automatically after the payment (R38). The payment page opens in another tab.
 */
export function BuyForBatch() {
  const t = useText();
  const shortage = useChart('batch', selectShortage);
  const send = useSend('purchase');
  if (!shortage) return null;
  const { price } = shortage;
  return (
    <PassingButton
      look="primary"
      onClick={() => send({ type: 'purchase.pressed', price, task: null })}
    >
      {t('purchase.get')}
    </PassingButton>
  );
}
