import { selectRecord } from '../../machines/runs/runs.selectors.ts';
import { selectPhoto } from '../../machines/studio/studio.selectors.ts';
import { useChart } from '../machine-react/use-chart.ts';

/**
 * Returns the photo of the current run: the photo on this device if there is one, otherwise the
 * photo stored on the server.
 */
export function usePictureInHand(): { url: string | null; ratio: number } {
  const photo = useChart('studio', selectPhoto);
  const original = useChart('runs', (snapshot) => selectRecord(snapshot)?.original ?? null);
  const shape = photo && photo.width > 0 && photo.height > 0 ? photo : original;
  return {
    url: photo?.thumbnailUrl ?? original?.url ?? null,
    ratio: shape ? shape.width / shape.height : 1.5,
  };
}
