import { selectRefusedLocale } from '../../../machines/language/language.selectors.ts';
import { languageNames } from '../../i18n/language-names.ts';
import { Text, useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { focusContent } from './focus-content.ts';

/** Shows that a language could not be loaded. The page stays in the previous language. */
export function LanguageNote() {
  const t = useText();
  const refused = useChart('language', selectRefusedLocale);
  const send = useSend('language');
  if (!refused) return null;
  const retry = () => {
    focusContent();
    send({ type: 'language.retried' });
  };
  return (
    <Notice
      tone="warn"
      icon="globe"
      actions={<Button onClick={retry}>{t('failure.retry')}</Button>}
    >
      <span>
        <Text
          id="nav.language.failed"
          values={{ language: <span lang={refused}>{languageNames[refused]}</span> }}
        />
      </span>
    </Notice>
  );
}
