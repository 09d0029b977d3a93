import { useText } from '../../i18n/text.tsx';
import { useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { StateMessage } from '../../ui/state-message.tsx';

/** Replaces a page that could not be loaded. */
export function PageFailed() {
  const t = useText();
  const send = useSend('app');
  return (
    <div className="page">
      <StateMessage
        icon="offline"
        title={t('page.failed.title')}
        actions={
          <Button look="primary" onClick={() => send({ type: 'page.retried' })}>
            {t('failure.retry')}
          </Button>
        }
      >
        <p>{t('page.failed.text')}</p>
      </StateMessage>
    </div>
  );
}
