import { LocaleLink } from '../../i18n/link.tsx';
import { useText } from '../../i18n/text.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { StateMessage } from '../../ui/state-message.tsx';

/**
 * Shows the page for a missing address (R6). `path` is shown with its escapes, like in the address
 * bar.
 */
export function NotFoundPage({ path }: { path: string }) {
  const t = useText();
  return (
    <div className="page">
      <StateMessage
        icon="pinOff"
        title={t('notFound.title')}
        actions={
          <LocaleLink to="/" className={buttonClass('primary')}>
            {t('notFound.home')}
          </LocaleLink>
        }
      >
        <p>
          {t('notFound.message', { path })}
          <br />
          {t('notFound.text')}
        </p>
      </StateMessage>
    </div>
  );
}
