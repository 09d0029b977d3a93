import { selectAllowance } from '../../../machines/session/session.selectors.ts';
import {
  selectCanRetry,
  selectMayHaveStarted,
  selectPhoto,
  selectTaskFailure,
} from '../../../machines/task/task.selectors.ts';
import { codeWords, failureWords } from '../../i18n/failure-words.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { PhotoPreview } from './photo-preview.tsx';
import { type StudioEnd, selectEnd } from './studio.selectors.ts';

function useEndWords(end: StudioEnd, isUnsure: boolean): { title: string; text: string } {
  const t = useText();
  const failure = useChart('task', selectTaskFailure);
  const reason = useChart('task', (snapshot) => snapshot.context.record?.reason ?? null);
  const allowance = useChart('session', selectAllowance);
  switch (end) {
    case 'rejected':
      return { title: t('rejected.title'), text: t('rejected.text') };
    case 'cancelled':
      return { title: t('card.cancelled.title'), text: t('card.cancelled.text') };
    case 'limited': {
      const when = allowance
        ? t('limit.text', { at: new Date(allowance.resetsAt) })
        : t('limit.textUnknown');
      return { title: t('limit.title'), text: `${when} ${t('limit.kept')}` };
    }
    case 'failed': {
      const why = failure ? failureWords(failure) : (codeWords(reason) ?? 'failure.unexpected');
      const cost = isUnsure ? 'failure.unsure' : 'failure.uncharged';
      return { title: t('failure.title'), text: `${t(why)} ${t(cost)}` };
    }
  }
}

const retryWords: Record<StudioEnd, MessageId> = {
  failed: 'failure.retry',
  cancelled: 'card.again',
  rejected: 'limit.another',
  limited: 'limit.another',
};

/** It ended without a result: why, what is known of its cost, and the ways on. */
export function EndedPanel() {
  const t = useText();
  const end = useChart('task', selectEnd) ?? 'failed';
  const photo = useChart('task', selectPhoto);
  const canRetry = useChart('task', selectCanRetry);
  const send = useSend('task');
  const isUnsure = useChart('task', selectMayHaveStarted);
  const { title, text } = useEndWords(end, isUnsure);
  return (
    <>
      {photo && (
        <div className="studio-photo">
          <PhotoPreview photo={photo} />
        </div>
      )}
      <div className={photo ? 'ended' : 'studio-alone ended'}>
        <div role="status">
          <h2 className="studio-title" data-landing>
            {title}
          </h2>
          <p className="muted">{text}</p>
        </div>
        <div className="working-actions">
          {canRetry && (
            <Button look="primary" onClick={() => send({ type: 'retry.pressed' })}>
              {t(retryWords[end])}
            </Button>
          )}
          <Button onClick={() => send({ type: 'photo.removed' })}>{t('problem.another')}</Button>
          {(end === 'limited' || isUnsure) && (
            <LocaleLink to="/record" className={buttonClass('quiet')}>
              {t('limit.records')}
            </LocaleLink>
          )}
        </div>
      </div>
    </>
  );
}
