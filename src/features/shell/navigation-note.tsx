import { isNavigationFailed } from '../../../machines/app/app.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { focusContent } from './focus-content.ts';

/** Shows that the requested page could not be loaded. The current page stays on screen. */
export function NavigationNote() {
  const t = useText();
  const failed = useChart('app', isNavigationFailed);
  const send = useSend('app');
  if (!failed) return null;
  const retry = () => {
    focusContent();
    send({ type: 'navigation.retried' });
  };
  return (
    <Notice
      tone="warn"
      icon="offline"
      actions={<Button onClick={retry}>{t('failure.retry')}</Button>}
    >
      <span>{t('nav.failed')}</span>
    </Notice>
  );
}
