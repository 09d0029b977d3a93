import { lazy, Suspense } from 'react';
import { smallerFile, smallerObstacle } from '../../../machines/studio/studio.device.ts';
import { selectFunctionCode, selectPhoto } from '../../../machines/studio/studio.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart } from '../../machine-react/use-chart.ts';
import { OptionCard } from '../../ui/option-card.tsx';

const load = () => import('./smaller-file.tsx');
const Settings = lazy(async () => ({ default: (await load()).SmallerFileSettings }));
const Compare = lazy(async () => ({ default: (await load()).SmallerFileCompare }));
const Bar = lazy(async () => ({ default: (await load()).SmallerFileBar }));

/** True if the selected function makes a smaller file on this device, without the server. */
const useIsOnDevice = () => useChart('studio', selectFunctionCode) === smallerFile;

/** Compares the photo with the file, if this device makes the file. */
export const DeviceCompare = () =>
  useIsOnDevice() ? (
    <Suspense fallback={null}>
      <Compare />
    </Suspense>
  ) : null;

/**
 * Shows the size of the file and the save button if this device makes the file, otherwise
 * `children`.
 */
export const DeviceBar = ({ children }: { children: React.ReactNode }) =>
  useIsOnDevice() ? (
    <Suspense fallback={null}>
      <Bar />
    </Suspense>
  ) : (
    children
  );

type Props = { onChoose: (code: string, card: HTMLElement) => void };

/** Shows the function that runs on this device as a card, with its settings. */
export function DeviceCard({ onChoose }: Props) {
  const t = useText();
  const photo = useChart('studio', selectPhoto);
  const isSelected = useIsOnDevice();
  if (!photo) return null;
  const obstacle = smallerObstacle(photo);
  return (
    <fieldset className="function-group">
      <legend>{t('studio.group.device')}</legend>
      <div className="function-cards">
        <OptionCard
          group="function"
          value={smallerFile}
          checked={isSelected}
          onChoose={onChoose}
          name={t('function.smaller-file.name')}
          {...(obstacle
            ? { obstacle: t(`file.${obstacle}`) }
            : { hint: t('function.smaller-file.hint'), note: t('price.credits', { count: 0 }) })}
        />
        {isSelected && !obstacle && (
          <Suspense fallback={null}>
            <Settings />
          </Suspense>
        )}
      </div>
    </fieldset>
  );
}
