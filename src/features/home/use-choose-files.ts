import { useCallback } from 'react';
import { useSend } from '../../machine-react/use-chart.ts';
import { photoId } from '../../ui/photo-id.ts';

/** Returns a function that passes chosen, dropped or pasted files to the charts. */
export function useChooseFiles() {
  const send = useSend('batch');
  return useCallback(
    (files: readonly File[]) => {
      if (files.length === 0) return;
      send({ type: 'files.chosen', files: files.map((file) => ({ id: photoId(), file })) });
    },
    [send],
  );
}
