import {
  selectContinuedPhoto,
  selectResultRecord,
} from '../../../machines/result/result.selectors.ts';
import { ErrorId } from '../../i18n/failure-text.tsx';
import { codeWords, rejectionWords } from '../../i18n/failure-words.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { taskErrorId } from '../../i18n/task-error.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import type { IconName } from '../../ui/icons.tsx';
import { StateMessage } from '../../ui/state-message.tsx';
import { Retention } from './retention.tsx';

type End = 'rejected' | 'failed' | 'cancelled';

const titles: Record<End, { icon: IconName; title: MessageId }> = {
  rejected: { icon: 'eye', title: 'rejected.title' },
  failed: { icon: 'warning', title: 'failure.title' },
  cancelled: { icon: 'close', title: 'result.cancelled.title' },
};

/** Shows next steps for a task that ended without a result, and that the task cost nothing. */
export function EndedResult({ end }: { end: End }) {
  const t = useText();
  const record = usePageChart('result', selectResultRecord);
  const continuing = usePageChart('result', selectContinuedPhoto) === 'original';
  const send = useSend('result');
  if (!record) return null;
  const { icon, title } = titles[end];
  const text: Record<End, string> = {
    rejected: t(rejectionWords(record.reason)),
    failed: t('text.sentences', {
      first: t(codeWords(record.reason) ?? 'failure.unexpected'),
      second: t('failure.uncharged'),
    }),
    cancelled: t('result.cancelled.text'),
  };
  return (
    <>
      <StateMessage
        icon={icon}
        title={t(title)}
        actions={
          <>
            {record.original && (
              <Button
                look="primary"
                aria-disabled={continuing}
                onClick={() => send({ type: 'original.continued' })}
              >
                {t(continuing ? 'result.continuing' : 'result.next')}
              </Button>
            )}
            <Button onClick={() => send({ type: 'another.pressed' })}>{t('result.another')}</Button>
          </>
        }
      >
        <p>
          {text[end]}
          {end === 'failed' && <ErrorId id={taskErrorId(record)} />}
        </p>
      </StateMessage>
      <Retention record={record} />
    </>
  );
}
