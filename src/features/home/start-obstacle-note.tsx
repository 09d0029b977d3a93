import type { RefObject } from 'react';
import {
  selectAlternatives,
  selectCannotPaint,
  selectFit,
} from '../../../machines/studio/studio.choice.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useFunctionName } from '../../i18n/use-function-name.ts';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Icon } from '../../ui/icons.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';
import { GetCredits } from './get-credits.tsx';
import { useFitWords } from './use-fit-words.ts';

type Props = {
  /** the start button, which gets the focus when an alternative was chosen */
  start: RefObject<HTMLElement | null>;
};

function Alternatives({ start }: Props) {
  const t = useText();
  const nameOf = useFunctionName();
  const { price } = useFitWords();
  const alternatives = useChart('studio', selectAlternatives);
  const isBlocked = useChart('studio', (snapshot) => selectFit(snapshot)?.kind === 'blocked');
  const send = useSend('studio');
  if (alternatives.length === 0) return null;
  const label = t(isBlocked ? 'fit.instead' : 'fit.fullSize');
  return (
    <fieldset className="alternatives" aria-label={label}>
      <span aria-hidden="true">{label}</span>
      {alternatives.map((one) => (
        <PassingButton
          key={one.code}
          nextFocus={start}
          onClick={() => send({ type: 'function.selected', code: one.code })}
        >
          {nameOf(one.code)} <small>{price(one.price)}</small>
        </PassingButton>
      ))}
    </fieldset>
  );
}

/** Shows the reason why the selected function cannot start, and alternatives. */
export function StartObstacleNote({ start }: Props) {
  const t = useText();
  const { inFull } = useFitWords();
  const cannotPaint = useChart('studio', selectCannotPaint);
  const fit = useChart('studio', selectFit);
  return (
    <>
      <div role="status">
        {fit?.kind === 'blocked' && (
          <p className="start-obstacle">
            <Icon name="warning" />
            {inFull(fit)}
          </p>
        )}
        {fit?.kind === 'ready' && cannotPaint && (
          <p className="start-obstacle">
            <Icon name="warning" />
            {t('studio.cannotPaint')}
          </p>
        )}
      </div>
      <GetCredits nextFocus={start} />
      <Alternatives start={start} />
    </>
  );
}
