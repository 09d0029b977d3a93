import {
  selectCredits,
  selectIsLoggedIn,
  selectOwnAddress,
} from '../../../machines/session/session.selectors.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/menu.tsx';

/** Shows a sign-in button for guests, and the account menu with a sign-out button for users. */
export function AccountMenu() {
  const t = useText();
  const isSignedIn = useChart('session', selectIsLoggedIn);
  const address = useChart('session', selectOwnAddress);
  const credits = useChart('session', selectCredits);
  const attributes = useChartAttributes('session');
  const send = useSend('session');
  const purchase = useSend('purchase');
  if (!isSignedIn) {
    return (
      <Button
        look="quiet"
        aria-label={t('nav.signIn')}
        onClick={() => send({ type: 'signIn.pressed' })}
        {...attributes}
      >
        <Icon name="person" />
        <span className="account-name">{t('nav.signIn')}</span>
      </Button>
    );
  }
  return (
    <Menu icon="person" name={t('nav.account')} label={t('nav.account')} attributes={attributes}>
      {(close) => (
        <div className="menu-list">
          {address && <p className="menu-owner">{address}</p>}
          {credits && (
            <p className="menu-owner">{t('credits.balance', { balance: credits.balance })}</p>
          )}
          <button
            type="button"
            onClick={() => {
              close();
              purchase({ type: 'purchase.pressed', price: null, task: null });
            }}
          >
            {t('purchase.get')}
          </button>
          <LocaleLink to="/account" onClick={close}>
            {t('nav.account')}
          </LocaleLink>
          <button
            type="button"
            onClick={() => {
              close();
              send({ type: 'signOut.pressed' });
            }}
          >
            {t('nav.signOut')}
          </button>
        </div>
      )}
    </Menu>
  );
}
