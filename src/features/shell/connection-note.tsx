import { isDegraded, isOffline } from '../../../machines/app/app.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { focusContent } from './focus-content.ts';

/** Shows that the connection is lost, or that the server does not answer (R79). */
export function ConnectionNote() {
  const t = useText();
  const offline = useChart('app', isOffline);
  const degraded = useChart('app', isDegraded);
  const send = useSend('app');
  if (offline) {
    return (
      <Notice tone="warn" icon="offline" title={t('offline.title')}>
        {t('offline.text')}
      </Notice>
    );
  }
  if (!degraded) return null;
  const retry = () => {
    focusContent();
    send({ type: 'setup.retried' });
  };
  return (
    <Notice tone="warn" actions={<Button onClick={retry}>{t('degraded.retry')}</Button>}>
      <span>{t('degraded.text')}</span>
    </Notice>
  );
}
