import {
  type FunctionCard,
  ownVariant,
  type SizeVariant,
  type Variant,
} from '../../../machines/model/function-cards.ts';
import { sideOption } from '../../../machines/model/result-side.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { useSend } from '../../machine-react/use-chart.ts';
import { ChoiceRow } from '../../ui/choice-row.tsx';
import { Slider } from '../../ui/slider.tsx';

const qualityNames = {
  crisp: 'variant.quality.crisp',
  fine: 'variant.quality.fine',
  fast: 'variant.quality.fast',
} as const;

const sizeNames = {
  fullHd: 'variant.size.fullHd',
  a4: 'variant.size.a4',
  uhd: 'variant.size.uhd',
  own: 'variant.size.own',
} as const;

/** Shows the choice of size and quality, for a card with several functions. */
export function Variants({ card }: { card: FunctionCard }) {
  const t = useText();
  const { number } = useFormats();
  const send = useSend('studio');
  const { sizes, qualities, size, own, shown } = card;
  if (sizes.length === 0) return null;
  // the slider stays even if its value equals a named size
  const isScaled = sizes.some((one) => one.kind === 'scale' && one.key === size);
  const nameOf = (one: SizeVariant) =>
    one.kind === 'scale' ? t('variant.size.scale', { scale: one.scale }) : t(sizeNames[one.kind]);
  // moving the slider does not select the function again
  const select = ({ code, side }: Pick<Variant, 'code' | 'side'>) =>
    code === shown.offered.code
      ? send({ type: 'option.changed', name: sideOption, value: side })
      : send({ type: 'function.selected', code, options: { [sideOption]: side } });
  const selectIn = (variants: readonly Variant[]) => (key: string) => {
    const found = variants.find((one) => one.key === key);
    if (found) select(found);
  };
  return (
    <div className="function-variants">
      <ChoiceRow
        hasHiddenLabel
        label={t('variant.size')}
        choices={sizes.map((one) => ({ value: one.key, name: nameOf(one) }))}
        value={size}
        onChange={selectIn(sizes)}
      />
      {!isScaled && (
        <Slider
          label={t('option.side.label')}
          min={own.min}
          max={own.max}
          step={1}
          value={own.side}
          valueText={t('variant.pixels', { side: number(own.side) })}
          onChange={(side) => select(ownVariant(card, side))}
        />
      )}
      <ChoiceRow
        hasHiddenLabel
        label={t('variant.quality')}
        choices={qualities.map((one) => ({ value: one.key, name: t(qualityNames[one.quality]) }))}
        value={shown.offered.code}
        onChange={selectIn(qualities)}
      />
    </div>
  );
}
