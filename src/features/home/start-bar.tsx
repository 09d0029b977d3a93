import { isOffline } from '../../../machines/app/app.selectors.ts';
import { selectAllowance } from '../../../machines/session/session.selectors.ts';
import { selectCanStart, selectPrice } from '../../../machines/task/task.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { AllowanceMeter } from './allowance-meter.tsx';
import { StartObstacleNote } from './start-obstacle-note.tsx';
import { selectForecast } from './studio.selectors.ts';

function Forecast() {
  const t = useText();
  const { pixels, durationRange } = useFormats();
  const forecast = useChart('task', selectForecast);
  if (!forecast) return null;
  const { width, height, isShrunk, lowMs, highMs } = forecast;
  return (
    <dl className="forecast">
      <div>
        <dt>{t('studio.size')}</dt>
        <dd>{pixels(width, height)}</dd>
      </div>
      <div>
        <dt>{t('studio.time')}</dt>
        <dd>
          {lowMs !== null && highMs !== null
            ? durationRange({ low: lowMs, high: highMs })
            : t('studio.timeUnknown')}
        </dd>
      </div>
      {isShrunk && <p className="forecast-note">{t('studio.shrunk')}</p>}
    </dl>
  );
}

/** What it will be and cost, and the one button. */
export function StartBar() {
  const t = useText();
  const price = useChart('task', selectPrice);
  const canStart = useChart('task', selectCanStart);
  const offline = useChart('app', isOffline);
  const allowance = useChart('session', selectAllowance);
  const send = useSend('task');
  const left = allowance ? allowance.limit - allowance.used : null;
  return (
    <>
      <StartObstacleNote tooDear={price !== null && left !== null && price > left} />
      <Forecast />
      <AllowanceMeter />
      <div className="start-bar">
        <p className="start-price">
          <span className="muted">{t('studio.price')}</span>
          <strong>{price === null ? '–' : t('price.credits', { count: price })}</strong>
        </p>
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
