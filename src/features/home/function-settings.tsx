import type { ReactElement } from 'react';
import { selectIsChoosing } from '../../../machines/batch/batch.selectors.ts';
import type {
  FunctionOption,
  OfferedFunction,
  OptionValue,
} from '../../../machines/model/functions.ts';
import { isAboutPhoto } from '../../../machines/model/photo-option.ts';
import { sideOption } from '../../../machines/model/result-side.ts';
import { selectOptions } from '../../../machines/studio/studio.choice.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useFunctionName } from '../../i18n/use-function-name.ts';
import { useOptionWords } from '../../i18n/use-option-words.ts';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Slider } from '../../ui/slider.tsx';
import { Switch } from '../../ui/switch.tsx';
import { BrushSetting } from './brush-setting.tsx';
import { ChoiceSetting } from './choice-setting.tsx';
import { RegionFinder } from './region-finder.tsx';
import { Repairs } from './repairs.tsx';
import { type CoveredPhoto, useCoveredPhoto } from './use-covered-photo.ts';

/**
 * An option that is set below the function's card. Options for regions are set in the photo
 * instead.
 */
type Settable = Exclude<FunctionOption, { kind: 'regions' }>;

type SettingProps = {
  option: Settable;
  value: OptionValue;
  words: ReturnType<ReturnType<typeof useOptionWords>>;
  /** the photo with the covers of a start, or null */
  covered: CoveredPhoto | null;
  onChange: (value: OptionValue) => void;
};

/** Shows an option with the control for the kind of the option. */
function Setting({ option, value, words, covered, onChange }: SettingProps): ReactElement {
  const { label } = words;
  switch (option.kind) {
    case 'number': {
      const { min, max, step } = option;
      const number = Number(value);
      const valueText = words.value(number);
      return (
        <Slider
          label={label}
          min={min}
          max={max}
          step={step}
          valueText={valueText}
          onChange={onChange}
          value={number}
        />
      );
    }
    case 'choice':
      return (
        <ChoiceSetting
          option={option}
          label={label}
          nameOf={words.value}
          onChange={onChange}
          value={String(value)}
        />
      );
    case 'switch':
      return <Switch label={label} onChange={onChange} on={value === true} />;
    case 'strokes':
      return (
        <BrushSetting
          option={option}
          label={label}
          covered={covered}
          onChange={onChange}
          value={String(value)}
        />
      );
  }
}

/** Shows the selected function's options, or nothing if the function has none. */
export function FunctionSettings({
  code,
  options,
  preview,
}: Pick<OfferedFunction, 'code' | 'options' | 'preview'>) {
  const t = useText();
  const nameOf = useFunctionName();
  const wordsOf = useOptionWords();
  const values = useChart('studio', selectOptions);
  const isBatch = useChart('batch', selectIsChoosing);
  const send = useSend('studio');
  const covered = useCoveredPhoto();
  const shown = options.filter(
    (option) => option.name !== sideOption && !(isBatch && isAboutPhoto(option)),
  );
  const settable = shown.filter((option): option is Settable => option.kind !== 'regions');
  const hasRegions = options.some(({ kind }) => kind === 'regions');
  if (shown.length === 0 && !hasRegions) return null;
  return (
    <fieldset
      className="function-settings"
      aria-label={t('studio.options', { name: nameOf(code) })}
    >
      {preview?.survey ? (
        <Repairs code={code} options={options} />
      ) : (
        settable.map((option) => (
          <Setting
            key={`${code} ${option.name}`}
            option={option}
            value={values[option.name] ?? option.default}
            words={wordsOf(code, option)}
            covered={covered}
            onChange={(value) => send({ type: 'option.changed', name: option.name, value })}
          />
        ))
      )}
      {isBatch ? hasRegions && <p>{t('batch.faces')}</p> : <RegionFinder covered={covered} />}
      {hasRegions && <p className="regions-note">{t('regions.check')}</p>}
    </fieldset>
  );
}
