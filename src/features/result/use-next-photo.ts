import { useCallback } from 'react';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { useSend } from '../../machine-react/use-chart.ts';

/** The ways from a record back to the studio: with the same photo, or with none. */
export function useNextPhoto() {
  const sendToTask = useSend('task');
  const sendToApp = useSend('app');
  const withSame = useCallback(
    ({ code, original }: TaskRecord) => {
      if (original) {
        sendToTask({
          type: 'photo.chosen',
          source: { kind: 'sample', name: code, url: original.url },
        });
      }
      sendToApp({ type: 'navigation.requested', to: '/' });
    },
    [sendToTask, sendToApp],
  );
  const withNone = useCallback(() => {
    sendToTask({ type: 'photo.removed' });
    sendToApp({ type: 'navigation.requested', to: '/' });
  }, [sendToTask, sendToApp]);
  return { withSame, withNone };
}
