import { isOffline } from '../../../machines/app/app.selectors.ts';
import {
  selectObstacle,
  selectShortage,
  selectTotal,
} from '../../../machines/batch/batch.line.selectors.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useIsWide } from '../../ui/use-is-wide.ts';
import { AllowanceMeter } from './allowance-meter.tsx';
import { BuyForBatch } from './buy-for-batch.tsx';
import { PrivacyNote } from './privacy-note.tsx';
import { StartNotes } from './start-notes.tsx';

type Obstacle = NonNullable<ReturnType<typeof selectObstacle>>;

const obstacleWords: Record<Obstacle, MessageId> = {
  painting: 'batch.needsPainting',
  picture: 'picture.needed',
  unfit: 'batch.noneFits',
};

/** Shows the number of photos and their total price, and what the purse lacks. */
function Facts() {
  const t = useText();
  const { count, credits, isFrom } = useChart('batch', selectTotal);
  const isWide = useIsWide();
  const shortage = useChart('batch', selectShortage);
  const price = t('price.credits', { count: credits });
  return (
    <>
      <dl className="forecast">
        <div>
          <dt>{t('batch.total')}</dt>
          <dd>{isFrom ? t('batch.from', { price }) : price}</dd>
        </div>
        <div>
          <dt>{t('batch.photos')}</dt>
          <dd>{t('batch.count', { count })}</dd>
        </div>
      </dl>
      {isWide && <StartNotes />}
      {shortage && (
        <p className="start-obstacle" role="status">
          <Icon name="warning" />
          {t('batch.short', { left: shortage.left })}
        </p>
      )}
      <BuyForBatch />
    </>
  );
}

/** Shows the total price of all photos, and the button that starts them (R85). */
export function BatchStartBar() {
  const t = useText();
  const { count } = useChart('batch', selectTotal);
  const obstacle = useChart('batch', selectObstacle);
  const shortage = useChart('batch', selectShortage);
  const canStart = useChart('batch', (snapshot) => snapshot.can({ type: 'start.pressed' }));
  const offline = useChart('app', isOffline);
  const send = useSend('batch');
  return (
    <>
      <div className="start-bar">
        <div className="start-facts">
          {obstacle ? (
            <p className="start-obstacle" role="status">
              <Icon name="warning" />
              {t(obstacleWords[obstacle])}
            </p>
          ) : (
            <Facts />
          )}
        </div>
        <Button
          look={shortage ? 'plain' : 'primary'}
          large
          disabled={!canStart}
          onClick={() => send({ type: 'start.pressed' })}
        >
          {t(offline ? 'studio.startOffline' : 'batch.start', { count })}
          <Icon name="arrow" />
        </Button>
      </div>
      <AllowanceMeter />
      <PrivacyNote words="studio.privacy" />
    </>
  );
}
