import { useState } from 'react';
import type { FunctionOption } from '../../../machines/model/functions.ts';
import { isColour } from '../../../machines/model/own-value.ts';
import { useText } from '../../i18n/text.tsx';
import { ChoiceRow } from '../../ui/choice-row.tsx';
import { ColourField } from '../../ui/colour-field.tsx';

type Props = {
  option: Extract<FunctionOption, { kind: 'choice' }>;
  label: string;
  nameOf: (value: string) => string;
  value: string;
  onChange: (value: string) => void;
};

const firstColour = '#7fb8a4';

/** Shows a choice. If the option allows any colour, one more value opens a field for the colour. */
export function ChoiceSetting({ option, label, nameOf, value, onChange }: Props) {
  const t = useText();
  const [latest, setLatest] = useState<string>(firstColour);
  const isOwnColour = isColour(value);
  const colour = isOwnColour ? value : latest;
  const choices = option.choices.map((one) => ({ value: one.value, name: nameOf(one.value) }));
  if (option.own?.includes('colour')) {
    choices.push({ value: colour, name: t('option.own.colour') });
  }
  const change = (next: string) => {
    if (isColour(next)) setLatest(next);
    onChange(next);
  };
  return (
    <div className="control">
      <ChoiceRow label={label} choices={choices} value={value} onChange={change} />
      {isOwnColour && (
        <ColourField label={t('option.own.colourField')} value={value} onChange={change} />
      )}
    </div>
  );
}
