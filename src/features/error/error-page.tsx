import { localisePath } from '../../../machines/model/locale.ts';
import { ErrorId } from '../../i18n/failure-text.tsx';
import { useText } from '../../i18n/text.tsx';
import { useLastContext } from '../../machine-react/use-chart.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { StateMessage } from '../../ui/state-message.tsx';
import { useTabTitle } from '../../ui/use-tab-title.ts';

type Props = {
  /** id of the failure in the server's log, or null if the log has none */
  errorId?: string | null;
};

/**
 * Shows the page for any error except a missing page (R6, R7). Both links load a new document,
 * because the code for navigation may be the cause of the error.
 */
export function ErrorPage({ errorId }: Props) {
  const t = useText();
  const locale = useLastContext('app', (context) => context.locale);
  useTabTitle(t('meta.error.title'));
  return (
    <div className="page">
      <StateMessage
        icon="warning"
        title={t('error.title')}
        actions={
          <>
            <Button look="primary" onClick={() => window.location.reload()}>
              {t('error.reload')}
            </Button>
            <a href={localisePath('/', locale)} className={buttonClass()}>
              {t('error.home')}
            </a>
          </>
        }
      >
        <p>
          {t('error.text')}
          <ErrorId id={errorId} />
        </p>
      </StateMessage>
    </div>
  );
}
