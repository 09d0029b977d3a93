import { useCallback } from 'react';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { useText } from '../../i18n/text.tsx';
import { useSend } from '../../machine-react/use-chart.ts';

/** The ways from a record back to the studio: with the same photo, or with none. */
export function useNextPhoto() {
  const t = useText();
  const sendToTray = useSend('tray');
  const sendToApp = useSend('app');
  const withSame = useCallback(
    ({ original }: TaskRecord) => {
      if (original) {
        sendToTray({
          type: 'photo.chosen',
          source: { kind: 'record', name: t('result.original'), url: original.url },
        });
      }
      sendToApp({ type: 'navigation.requested', to: '/' });
    },
    [sendToTray, sendToApp, t],
  );
  const withNone = useCallback(() => {
    sendToTray({ type: 'photo.removed' });
    sendToApp({ type: 'navigation.requested', to: '/' });
  }, [sendToTray, sendToApp]);
  return { withSame, withNone };
}
