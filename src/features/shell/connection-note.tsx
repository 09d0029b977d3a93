import { isDegraded, isOffline } from '../../../machines/app/app.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** R79: no connection, or no server, said once for every page. */
export function ConnectionNote() {
  const t = useText();
  const offline = useChart('app', isOffline);
  const degraded = useChart('app', isDegraded);
  const send = useSend('app');
  return (
    <div className="page connection-note" role="status">
      {offline && (
        <Notice tone="warn" icon="offline" title={t('offline.title')}>
          {t('offline.text')}
        </Notice>
      )}
      {degraded && !offline && (
        <Notice
          tone="warn"
          actions={
            <Button onClick={() => send({ type: 'setup.retried' })}>{t('degraded.retry')}</Button>
          }
        >
          {t('degraded.text')}
        </Notice>
      )}
    </div>
  );
}
