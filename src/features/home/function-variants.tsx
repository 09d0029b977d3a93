import type { FunctionCard } from '../../../machines/model/function-cards.ts';
import { useText } from '../../i18n/text.tsx';
import { useSend } from '../../machine-react/use-chart.ts';
import { ChoiceRow } from '../../ui/choice-row.tsx';

const qualityNames = {
  crisp: 'variant.quality.crisp',
  fine: 'variant.quality.fine',
  fast: 'variant.quality.fast',
} as const;

type Props = Pick<FunctionCard, 'scales' | 'qualities'> & {
  /** the selected function */
  code: string;
};

/** Switches between functions that differ only in scale and quality. */
export function Variants({ code, scales, qualities }: Props) {
  const t = useText();
  const send = useSend('studio');
  const select = (chosen: string) => send({ type: 'function.selected', code: chosen });
  if (scales.length + qualities.length < 3) return null;
  return (
    <div className="function-variants">
      <ChoiceRow
        hasHiddenLabel
        label={t('variant.scale')}
        choices={scales.map((one) => ({
          value: one.code,
          name: t('variant.scale.value', { scale: one.scale }),
        }))}
        value={code}
        onChange={select}
      />
      <ChoiceRow
        hasHiddenLabel
        label={t('variant.quality')}
        choices={qualities.map((one) => ({
          value: one.code,
          name: t(qualityNames[one.quality]),
        }))}
        value={code}
        onChange={select}
      />
    </div>
  );
}
