import { lazy, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { selectToast } from '../../../machines/toast/toast.selectors.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import { useMessageRef, useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { useTopModal } from '../../ui/top-modal.ts';

/* Part of the charts' chunk (vite.config.ts), which is loaded before the first toast. */
const ToastView = lazy(async () => ({
  default: (await import('../../ui/toast-view.tsx')).ToastView,
}));

/**
 * Shows toasts. The live region is always rendered, because screen readers announce only changes
 * inside an existing region. While a modal dialog is open, the region is inside that dialog,
 * because everything outside is inert.
 */
export function ToastHost() {
  const t = useText();
  const words = useMessageRef();
  const toast = useChart('toast', selectToast);
  const send = useSend('toast');
  const modal = useTopModal();
  const attributes = useChartAttributes('toast');
  const region = (
    <div role="status" {...attributes}>
      <Suspense>
        {toast && (
          <ToastView
            key={toast.number}
            kind={toast.kind}
            message={words(toast.message)}
            action={toast.to && <LocaleLink to={toast.to}>{t('card.succeeded.open')}</LocaleLink>}
            closeLabel={t('toast.close')}
            onClose={() => send({ type: 'toast.dismissed' })}
          />
        )}
      </Suspense>
    </div>
  );
  return modal ? createPortal(region, modal) : region;
}
