import { originOf, type Taking } from '../../../machines/model/purse.ts';
import { selectTaking } from '../../../machines/studio/studio.choice.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart } from '../../machine-react/use-chart.ts';

/** Shows the credits that a start with the studio's photo takes. */
export function TakingNote() {
  const taking = useChart('studio', selectTaking);
  return taking && <TakingWords taking={taking} />;
}

/** Shows the credits that a start takes, their origin, and the credits that remain (R45, R70). */
export function TakingWords({ taking }: { taking: Taking }) {
  const t = useText();
  const { free, own, left, expiresAt } = taking;
  const first = expiresAt === null ? '' : t('credits.take.first', { at: new Date(expiresAt) });
  const take = t(`credits.take.${originOf(taking)}`, { free, own });
  return (
    <p className="forecast-note">
      {t('credits.take.all', { take, first, left: t('credits.take.left', { left }) })}
    </p>
  );
}
