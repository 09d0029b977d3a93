import { selectRecord } from '../../../machines/runs/runs.selectors.ts';
import { selectAllowance } from '../../../machines/session/session.selectors.ts';
import {
  selectCanRetry,
  selectFailure,
  selectPhoto,
} from '../../../machines/studio/studio.selectors.ts';
import { ErrorId } from '../../i18n/failure-text.tsx';
import { codeWords, failureWords, rejectionWords } from '../../i18n/failure-words.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import type { MessageId } from '../../i18n/message-id.ts';
import { renewalTime } from '../../i18n/renewal-time.ts';
import { taskErrorId } from '../../i18n/task-error.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { GetCredits } from './get-credits.tsx';
import { PhotoBox, PhotoFacts } from './photo-thumbnail.tsx';
import { type StudioEnd, selectStudioEnd } from './studio.selectors.ts';

function useLimitWords(): string {
  const t = useText();
  const allowance = useChart('session', selectAllowance);
  const when = allowance
    ? t('limit.text', renewalTime(allowance.resetsAt))
    : t('limit.textUnknown');
  return t('text.sentences', { first: when, second: t('limit.kept') });
}

/** Codes of failures that mean: this tool has nothing to do in this photo. */
const nothing: readonly unknown[] = ['nothing_to_clean', 'nothing_to_improve', 'no_object'];

function useFailureCode() {
  const failure = useChart('studio', selectFailure);
  const reason = useChart('runs', (snapshot) => selectRecord(snapshot)?.reason ?? null);
  return failure ? failure.code : reason;
}

function useFailureWords(): string {
  const t = useText();
  const failure = useChart('studio', selectFailure);
  const code = useFailureCode();
  const why = failure ? failureWords(failure) : (codeWords(code) ?? 'failure.unexpected');
  return t('text.sentences', { first: t(why), second: t('failure.uncharged') });
}

/** Ends that may be caused by a failure of the server. */
const faults: readonly StudioEnd[] = ['failed', 'notStarted', 'unsure'];

function EndErrorId() {
  const failure = useChart('studio', selectFailure);
  const ofTask = useChart('runs', (snapshot) => taskErrorId(selectRecord(snapshot)));
  return <ErrorId id={failure ? failure.errorId : ofTask} />;
}

function useRejectionText(): string {
  const t = useText();
  return t(useChart('runs', (snapshot) => rejectionWords(selectRecord(snapshot)?.reason)));
}

const titles: Record<StudioEnd, MessageId> = {
  rejected: 'rejected.title',
  cancelled: 'card.cancelled.title',
  limited: 'limit.title',
  notStarted: 'notStarted.title',
  unsure: 'unsure.title',
  failed: 'failure.title',
};

function useEndText(end: StudioEnd): string {
  const t = useText();
  const limited = useLimitWords();
  const failed = useFailureWords();
  const rejected = useRejectionText();
  switch (end) {
    case 'rejected':
      return rejected;
    case 'cancelled':
      return t('card.cancelled.text');
    case 'limited':
      return limited;
    case 'notStarted':
      return t('notStarted.text');
    case 'unsure':
      return t('unsure.text');
    case 'failed':
      return failed;
  }
}

const retryWords: Record<StudioEnd, MessageId> = {
  failed: 'failure.retry',
  notStarted: 'failure.retry',
  unsure: 'failure.retry',
  cancelled: 'card.again',
  rejected: 'limit.another',
  limited: 'limit.another',
};

/** Shows why a run ended without a result, what the run cost if that is known, and next steps. */
export function EndedPanel() {
  const t = useText();
  const end = useChart('studio', selectStudioEnd) ?? 'failed';
  const photo = useChart('studio', selectPhoto);
  const canRetry = useChart('studio', selectCanRetry);
  const send = useSend('studio');
  const text = useEndText(end);
  const code = useFailureCode();
  // looks like the end of a tool that has found no face
  const look = end === 'failed' && nothing.includes(code) ? 'rejected' : end;
  return (
    <>
      {photo && (
        <div className="ended-photo">
          <PhotoBox photo={photo} />
          <PhotoFacts photo={photo} />
        </div>
      )}
      <div className={photo ? 'ended' : 'studio-alone ended'}>
        <div role="status">
          <h2 className="studio-title" data-landing>
            {t(titles[look])}
          </h2>
          <p className="muted">
            {text}
            {faults.includes(look) && <EndErrorId />}
          </p>
        </div>
        <div className="working-actions">
          {canRetry && (
            <Button look="primary" onClick={() => send({ type: 'retry.pressed' })}>
              {t(retryWords[look])}
            </Button>
          )}
          {end === 'limited' && <GetCredits />}
          <Button onClick={() => send({ type: 'photo.removed' })}>{t('problem.another')}</Button>
          {(end === 'limited' || end === 'unsure') && (
            <LocaleLink to="/record" className={buttonClass('quiet')}>
              {t('limit.records')}
            </LocaleLink>
          )}
        </div>
      </div>
    </>
  );
}
