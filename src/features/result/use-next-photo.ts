import { useCallback } from 'react';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { selectRecord } from '../../../machines/runs/runs.selectors.ts';
import { selectIsUnstarted } from '../../../machines/studio/studio.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';

/**
 * Returns to the studio with the record's photo, or with another photo. A photo already in the
 * studio is kept, or a message reports that it was left out.
 */
export function useNextPhoto() {
  const t = useText();
  const sendToStudio = useSend('studio');
  const sendToApp = useSend('app');
  const isUnstarted = useChart('studio', selectIsUnstarted);
  const inHand = useChart('runs', (snapshot) => selectRecord(snapshot)?.id ?? null);
  const withSame = useCallback(
    ({ name, original }: TaskRecord) => {
      if (original) {
        sendToStudio({
          type: 'photo.chosen',
          source: { kind: 'record', name: name ?? t('result.original'), url: original.url },
          leftOut: isUnstarted ? 1 : 0,
        });
      }
      sendToApp({ type: 'navigation.requested', to: '/' });
    },
    [sendToStudio, sendToApp, t, isUnstarted],
  );
  const withAnother = useCallback(
    ({ id }: TaskRecord) => {
      if (id === inHand) sendToStudio({ type: 'photo.removed' });
      sendToApp({ type: 'navigation.requested', to: '/' });
    },
    [sendToStudio, sendToApp, inHand],
  );
  return { withSame, withAnother };
}
