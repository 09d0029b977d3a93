import { LocaleLink } from '../../i18n/link.tsx';
import { useText } from '../../i18n/text.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { StateMessage } from '../../ui/state-message.tsx';

/** R6, R7: anything but a page that does not exist. */
export function ErrorPage() {
  const t = useText();
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
            <LocaleLink to="/" className={buttonClass()}>
              {t('error.home')}
            </LocaleLink>
          </>
        }
      >
        <p>{t('error.text')}</p>
      </StateMessage>
    </div>
  );
}
