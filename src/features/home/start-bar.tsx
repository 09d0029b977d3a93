import type { ReactNode } from 'react';
import { isOffline } from '../../../machines/app/app.selectors.ts';
import { selectAllowance } from '../../../machines/session/session.selectors.ts';
import { selectCanStart, selectPhoto, selectPrice } from '../../../machines/task/task.selectors.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { AllowanceMeter } from './allowance-meter.tsx';
import { StartObstacleNote } from './start-obstacle-note.tsx';
import { selectForecast } from './studio.selectors.ts';

function SizeChange() {
  const t = useText();
  const { pixels } = useFormats();
  const photo = useChart('task', selectPhoto);
  const forecast = useChart('task', selectForecast);
  if (!photo || !forecast) return '–';
  const before = pixels(photo.width, photo.height);
  const after = pixels(forecast.width, forecast.height);
  return (
    <>
      <span className="sr-only">{t('studio.sizeChange', { before, after })}</span>
      <span aria-hidden="true">{after}</span>
    </>
  );
}

/** What it will be, how long it takes and what it costs; the places are kept while unknown. */
function Forecast() {
  const t = useText();
  const { durationRange } = useFormats();
  const forecast = useChart('task', selectForecast);
  const price = useChart('task', selectPrice);
  const { lowMs = null, highMs = null } = forecast ?? {};
  const facts: [term: MessageId, value: ReactNode][] = [
    ['studio.size', <SizeChange key="size" />],
    [
      'studio.time',
      lowMs !== null && highMs !== null
        ? durationRange({ low: lowMs, high: highMs })
        : t('studio.timeUnknown'),
    ],
    ['studio.price', price === null ? '–' : t('price.credits', { count: price })],
  ];
  return (
    <dl className="forecast">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{t(term)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What it will be and cost, and the one button. */
export function StartBar() {
  const t = useText();
  const price = useChart('task', selectPrice);
  const canStart = useChart('task', selectCanStart);
  const isShrunk = useChart('task', (snapshot) => selectForecast(snapshot)?.isShrunk ?? false);
  const offline = useChart('app', isOffline);
  const allowance = useChart('session', selectAllowance);
  const send = useSend('task');
  const left = allowance ? allowance.limit - allowance.used : null;
  return (
    <>
      <StartObstacleNote tooDear={price !== null && left !== null && price > left} />
      {isShrunk && <p className="forecast-note">{t('studio.shrunk')}</p>}
      <AllowanceMeter />
      <div className="start-bar">
        <Forecast />
        <Button
          look="primary"
          large
          disabled={!canStart}
          onClick={() => send({ type: 'start.pressed' })}
        >
          {t(offline ? 'studio.startOffline' : 'studio.start')}
          <Icon name="arrow" />
        </Button>
      </div>
      <p className="studio-privacy">
        <Icon name="lock" size={16} />
        {t('studio.privacy')}
      </p>
    </>
  );
}
