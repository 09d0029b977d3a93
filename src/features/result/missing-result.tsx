import { selectResultFailure } from '../../../machines/result/result.selectors.ts';
import { FailureText } from '../../i18n/failure-text.tsx';
import { LocaleLink } from '../../i18n/link.tsx';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { failureIcon } from '../../ui/failure-icon.ts';
import type { IconName } from '../../ui/icons.tsx';
import { StateMessage } from '../../ui/state-message.tsx';

type Why = 'notFound' | 'gone' | 'removed' | 'failedToLoad';

const words: Record<Why, { icon: IconName; title: MessageId; text: MessageId }> = {
  notFound: { icon: 'pinOff', title: 'result.notFound.title', text: 'result.notFound.text' },
  gone: { icon: 'clock', title: 'result.gone.title', text: 'result.gone.text' },
  removed: { icon: 'trash', title: 'result.removed.title', text: 'result.removed.text' },
  failedToLoad: {
    icon: 'warning',
    title: 'result.failedToLoad.title',
    text: 'failure.unexpected',
  },
};

/** Shows why there is no record, and next steps. */
export function MissingResult({ why }: { why: Why }) {
  const t = useText();
  const failure = usePageChart('result', selectResultFailure);
  const send = useSend('result');
  const { icon, title, text } = words[why];
  return (
    <StateMessage
      icon={failure ? failureIcon(failure) : icon}
      title={t(title)}
      actions={
        <>
          {why === 'failedToLoad' && (
            <Button look="primary" onClick={() => send({ type: 'result.retried' })}>
              {t('failure.retry')}
            </Button>
          )}
          <LocaleLink to="/record" className={buttonClass()}>
            {t('result.toRecords')}
          </LocaleLink>
          <LocaleLink to="/" className={buttonClass(why === 'failedToLoad' ? 'plain' : 'primary')}>
            {t('records.start')}
          </LocaleLink>
        </>
      }
    >
      <p>{failure ? <FailureText failure={failure} /> : t(text)}</p>
    </StateMessage>
  );
}
