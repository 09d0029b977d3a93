import { useCallback } from 'react';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { selectIsUnstarted, selectRecord } from '../../../machines/tray/tray.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';

/**
 * Leads from a record back to the studio, with the same photo or another one. A photo already in
 * the studio is kept, or the studio reports that it was left out.
 */
export function useNextPhoto() {
  const t = useText();
  const sendToTray = useSend('tray');
  const sendToApp = useSend('app');
  const isUnstarted = useChart('tray', selectIsUnstarted);
  const inHand = useChart('tray', (snapshot) => selectRecord(snapshot)?.id ?? null);
  const withSame = useCallback(
    ({ name, original }: TaskRecord) => {
      if (original) {
        sendToTray({
          type: 'photo.chosen',
          source: { kind: 'record', name: name ?? t('result.original'), url: original.url },
          leftOut: isUnstarted ? 1 : 0,
        });
      }
      sendToApp({ type: 'navigation.requested', to: '/' });
    },
    [sendToTray, sendToApp, t, isUnstarted],
  );
  const withAnother = useCallback(
    ({ id }: TaskRecord) => {
      if (id === inHand) sendToTray({ type: 'photo.removed' });
      sendToApp({ type: 'navigation.requested', to: '/' });
    },
    [sendToTray, sendToApp, inHand],
  );
  return { withSame, withAnother };
}
