import type { RefObject } from 'react';
import { selectUnaffordable } from '../../../machines/studio/studio.choice.selectors.ts';
import { selectPhoto } from '../../../machines/studio/studio.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { PassingButton } from '../../ui/passing-button.tsx';

type Props = {
  /** element that gets the focus when the button disappears because there are enough credits */
  nextFocus?: RefObject<HTMLElement | null>;
};

export const useLacksCredits = (): boolean => useChart('studio', selectUnaffordable) !== null;

/**
 * Shows a button that buys credits, if only credits are missing. The start continues automatically
 * after the payment (R38).
 */
export function GetCredits({ nextFocus }: Props) {
  const t = useText();
  const price = useChart('studio', selectUnaffordable);
  const task = useChart('studio', selectPhoto)?.id ?? null;
  const send = useSend('purchase');
  if (price === null) return null;
  return (
    <PassingButton
      look="primary"
      large
      {...(nextFocus ? { nextFocus } : {})}
      onClick={() => send({ type: 'purchase.pressed', price, task })}
    >
      {t('purchase.get')}
    </PassingButton>
  );
}
