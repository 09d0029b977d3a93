import { useCallback } from 'react';
import { useSend } from '../../machine-react/use-chart.ts';
import type { OnFiles } from '../../ui/folder-files.ts';
import { photoId } from '../../ui/photo-id.ts';

/** Returns a function that passes chosen, dropped or pasted files to the charts. */
export function useChooseFiles(): OnFiles {
  const send = useSend('batch');
  return useCallback(
    (files, emptyFolder) => {
      if (emptyFolder !== undefined) send({ type: 'folder.empty', name: emptyFolder });
      if (files.length === 0) return;
      send({ type: 'files.chosen', files: files.map((file) => ({ id: photoId(), file })) });
    },
    [send],
  );
}
