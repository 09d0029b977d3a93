import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart } from '../../machine-react/use-chart.ts';
import { Icon } from '../../ui/icons.tsx';
import { selectOffered } from './chosen.selectors.ts';

/** Names the company that runs the selected function, or tells which data is sent when. */
export function PrivacyNote({ words }: { words: MessageId }) {
  const t = useText();
  const provider = useChart('studio', selectOffered)?.provider;
  return (
    <p className="studio-privacy">
      <Icon name="lock" size={16} />
      {provider ? t('studio.privacyProvider', { provider }) : t(words)}
    </p>
  );
}
