import './start-bar.css';
import { type ReactNode, useRef } from 'react';
import { isOffline } from '../../../machines/app/app.selectors.ts';
import { selectNeeds } from '../../../machines/preview/preview.selectors.ts';
import {
  selectFit,
  selectHasFound,
  selectLacksPaint,
  selectLacksPicture,
  selectTakesPicture,
} from '../../../machines/studio/studio.choice.selectors.ts';
import { selectCanStart, selectPhoto } from '../../../machines/studio/studio.selectors.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useIsWide } from '../../ui/use-is-wide.ts';
import { AllowanceMeter } from './allowance-meter.tsx';
import { selectForecast, selectRegionsOption } from './chosen.selectors.ts';
import { useLacksCredits } from './get-credits.tsx';
import { PrivacyNote } from './privacy-note.tsx';
import { StartNotes } from './start-notes.tsx';
import { StartObstacleNote } from './start-obstacle-note.tsx';
import { useFitWords } from './use-fit-words.ts';

function SizeChange() {
  const t = useText();
  const { pixels } = useFormats();
  const photo = useChart('studio', selectPhoto);
  const forecast = useChart('studio', selectForecast);
  if (!photo || !forecast) return null;
  const before = pixels(photo.width, photo.height);
  const size = pixels(forecast.width, forecast.height);
  const after = forecast.isUpTo ? t('studio.sizeUpTo', { size }) : size;
  return (
    <>
      <span className="sr-only">{t('studio.sizeChange', { before, after })}</span>
      <span aria-hidden="true">{after}</span>
    </>
  );
}

/** Shows price, duration and result size. Unknown values are left out. */
function Forecast() {
  const t = useText();
  const { durationRange } = useFormats();
  const { price } = useFitWords();
  const needs = useChart('preview', selectNeeds);
  const forecast = useChart('studio', (snapshot) => selectForecast(snapshot, needs));
  const fit = useChart('studio', selectFit);
  if (fit?.kind !== 'ready') return null;
  const facts: [term: MessageId, value: ReactNode][] = [
    ['studio.price', price(fit.price)],
    ['studio.time', forecast?.time && durationRange(forecast.time)],
    ['studio.size', forecast && <SizeChange key="size" />],
  ];
  return (
    <dl className="forecast">
      {facts
        .filter(([, value]) => value)
        .map(([term, value]) => (
          <div key={term}>
            <dt>{t(term)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

type Lacks = Record<'hasFound' | 'lacksPaint' | 'lacksPicture', boolean>;

/** Returns the id of the text that explains what a start would do, or what it lacks. */
const noteOf = ({ hasFound, lacksPaint, lacksPicture }: Lacks) => {
  if (hasFound) return 'regions-note';
  if (lacksPaint) return 'brush-note';
  return lacksPicture ? 'picture-note' : undefined;
};

/**
 * Shows the start button with the forecast and the price. If the button is disabled, shows the
 * reason and alternatives.
 */
export function StartBar() {
  const t = useText();
  const canStart = useChart('studio', selectCanStart);
  const hasFound = useChart('studio', selectHasFound);
  const lacksPaint = useChart('studio', selectLacksPaint);
  const lacksPicture = useChart('studio', selectLacksPicture);
  const takesPicture = useChart('studio', selectTakesPicture);
  const offline = useChart('app', isOffline);
  const isAboutParts = useChart('studio', (snapshot) => selectRegionsOption(snapshot) !== null);
  const other = isAboutParts ? 'regions.privacy' : 'studio.privacy';
  const lacksCredits = useLacksCredits();
  const isWide = useIsWide();
  const send = useSend('studio');
  const start = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div className="start-bar">
        <div className="start-facts">
          <Forecast />
          {isWide && <StartNotes />}
          <StartObstacleNote start={start} />
        </div>
        <Button
          ref={start}
          look={lacksCredits ? 'plain' : 'primary'}
          large
          disabled={!canStart}
          aria-describedby={noteOf({ hasFound, lacksPaint, lacksPicture })}
          onClick={() => send({ type: 'start.pressed' })}
        >
          {t(offline ? 'studio.startOffline' : 'studio.start')}
          <Icon name="arrow" />
        </Button>
      </div>
      <AllowanceMeter />
      <PrivacyNote words={takesPicture ? 'picture.privacy' : other} />
    </>
  );
}
