import {
  type Saving,
  selectPreferences,
  selectPreferencesFailure,
  selectSaving,
} from '../../../machines/account/account.selectors.ts';
import { type Locale, locales } from '../../../machines/model/locale.ts';
import { languageNames } from '../../i18n/language-names.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Icon } from '../../ui/icons.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { AccountFailure, FoldedSection } from './account-section.tsx';

const choices = locales.map((value) => ({ value, name: languageNames[value], lang: value }));

function SavingNote({ saving }: { saving: Saving }) {
  const t = useText();
  const failure = usePageChart('account', selectPreferencesFailure);
  return (
    <div role="status" className="account-saving">
      {saving === 'saving' && (
        <p>
          <span className="spinner" />
          {t('account.mails.saving')}
        </p>
      )}
      {saving === 'saved' && (
        <p>
          <Icon name="check" size={18} />
          {t('account.mails.saved')}
        </p>
      )}
      {saving === 'failed' && <AccountFailure title="account.mails.failed" failure={failure} />}
    </div>
  );
}

/** Shows the language of mails and the kinds of mail. Changes are saved immediately. */
export function MailsSection() {
  const t = useText();
  const preferences = usePageChart('account', selectPreferences);
  const saving = usePageChart('account', selectSaving) ?? 'still';
  const send = useSend('account');
  if (!preferences) return null;
  return (
    <FoldedSection title="account.mails.title" lead={t('account.mails.lead')}>
      <Select
        label={t('account.mails.locale')}
        name="locale"
        value={preferences.locale}
        choices={choices}
        onChange={(locale) => send({ type: 'locale.chosen', locale: locale as Locale })}
      />
      <Switch
        label={t('account.mails.reminders')}
        on={preferences.reminders}
        onChange={(on) => send({ type: 'reminders.switched', on })}
      />
      <p className="account-hint">{t('account.mails.always')}</p>
      <SavingNote saving={saving} />
    </FoldedSection>
  );
}
