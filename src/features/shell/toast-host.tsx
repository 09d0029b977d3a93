import { selectToast } from '../../../machines/toast/toast.selectors.ts';
import { useMessageRef, useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { ToastView } from '../../ui/toast-view.tsx';

/** The live region is always in the page: screen readers only notice what changes inside one. */
export function ToastHost() {
  const t = useText();
  const words = useMessageRef();
  const toast = useChart('toast', selectToast);
  const send = useSend('toast');
  return (
    <div role="status" {...useChartAttributes('toast')}>
      {toast && (
        <ToastView
          key={toast.number}
          kind={toast.kind}
          message={words(toast.message)}
          closeLabel={t('toast.close')}
          onClose={() => send({ type: 'toast.dismissed' })}
        />
      )}
    </div>
  );
}
