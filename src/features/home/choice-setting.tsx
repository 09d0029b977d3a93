import { useRef, useState } from 'react';
import type { FunctionOption } from '../../../machines/model/functions.ts';
import {
  isColour,
  isPicture,
  pictureToCome,
  takesPicture,
} from '../../../machines/model/own-value.ts';
import { selectFileKey, selectStage } from '../../../machines/own-picture/own-picture.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart } from '../../machine-react/use-chart.ts';
import { ChoiceRow } from '../../ui/choice-row.tsx';
import { ColourField } from '../../ui/colour-field.tsx';
import { selectOffered } from './chosen.selectors.ts';
import { OwnPicture } from './own-picture.tsx';

type Props = {
  option: Extract<FunctionOption, { kind: 'choice' }>;
  label: string;
  nameOf: (value: string) => string;
  value: string;
  onChange: (value: string) => void;
};

const firstColour = '#7fb8a4';

/**
 * Shows a choice. If the option takes a colour or a picture of the visitor, one more value opens a
 * field for it.
 */
export function ChoiceSetting({ option, label, nameOf, value, onChange }: Props) {
  const t = useText();
  const [latest, setLatest] = useState<string>(firstColour);
  const input = useRef<HTMLInputElement>(null);
  const offered = useChart('studio', selectOffered);
  const fileKey = useChart('ownPicture', selectFileKey);
  const stage = useChart('ownPicture', selectStage);
  const hasOwnColour = isColour(value);
  const hasOwnPicture = takesPicture(option) && isPicture(value);
  const choices = option.choices.map((one) => ({ value: one.value, name: nameOf(one.value) }));
  if (option.own?.includes('colour')) {
    choices.push({ value: hasOwnColour ? value : latest, name: t('option.own.colour') });
  }
  if (takesPicture(option)) {
    const picture = hasOwnPicture ? value : (fileKey ?? pictureToCome);
    choices.push({ value: picture, name: t('option.own.picture') });
  }
  const change = (next: string) => {
    if (isColour(next)) setLatest(next);
    onChange(next);
  };
  return (
    <div className="control">
      <ChoiceRow
        label={label}
        choices={choices}
        value={value}
        onChange={change}
        // a press opens the file dialog at once; the arrow keys must not open it
        onPointed={(next) => next === pictureToCome && stage === 'none' && input.current?.click()}
      />
      {hasOwnColour && (
        <ColourField label={t('option.own.colourField')} value={value} onChange={change} />
      )}
      {takesPicture(option) && offered && (
        <OwnPicture
          offered={offered}
          value={value}
          noteId="picture-note"
          isShown={hasOwnPicture}
          input={input}
        />
      )}
    </div>
  );
}
