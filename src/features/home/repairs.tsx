import './repairs.css';
import type { FunctionOption } from '../../../machines/model/functions.ts';
import { selectFaces, selectNeeds } from '../../../machines/preview/preview.selectors.ts';
import { selectCards, selectOptions } from '../../../machines/studio/studio.choice.selectors.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { useOptionWords } from '../../i18n/use-option-words.ts';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { CheckChip } from '../../ui/check-chip.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';

const phrases = {
  noise: 'repair.noise',
  blocks: 'repair.blocks',
  light: 'repair.light',
  contrast: 'repair.contrast',
  sharpness: 'repair.sharpness',
  size: 'repair.size',
} as const satisfies Record<string, MessageId>;

/** Phrases for parts that are done for faces, or differently on them. */
const facePhrases = {
  light: 'repair.lightOnFaces',
  sharpness: 'repair.sharpnessOnFaces',
} as const satisfies Record<string, MessageId>;

const isOnFaces = (name: string): name is keyof typeof facePhrases => name in facePhrases;

const isPart = (name: string): name is keyof typeof phrases => name in phrases;

/**
 * Explains what the function will do with this photo, or what it looks for until the photo has been
 * measured.
 */
function Plan({ needs }: { needs: readonly string[] | null }) {
  const t = useText();
  const { list } = useFormats();
  const values = useChart('studio', selectOptions);
  const faces = useChart('preview', selectFaces);
  if (!needs) return t('repair.looksFor');
  if (needs.length === 0) return t('repair.nothing');
  const parts = needs.filter(isPart).filter((name) => values[name] !== false);
  if (parts.length === 0) return t('repair.allOff');
  const phraseOf = (name: keyof typeof phrases) => {
    const count = faces?.[name];
    return count !== undefined && isOnFaces(name)
      ? t(facePhrases[name], { count })
      : t(phrases[name]);
  };
  return t('repair.does', { parts: list(parts.map(phraseOf)) });
}

/** Offers the enlargement for a photo that needs no repair. */
function EnlargeInstead() {
  const t = useText();
  const send = useSend('studio');
  const cards = useChart('studio', selectCards);
  const code = cards.find(({ group }) => group === 'upscale')?.shown.offered.code;
  if (code === undefined) return null;
  return (
    <PassingButton onClick={() => send({ type: 'function.selected', code })}>
      {t('repair.enlarge')}
    </PassingButton>
  );
}

type Props = { code: string; options: readonly FunctionOption[] };

/**
 * Lists the repairs that a function will make after it has measured the photo. Each repair can be
 * switched off.
 */
export function Repairs({ code, options }: Props) {
  const t = useText();
  const wordsOf = useOptionWords();
  const needs = useChart('preview', selectNeeds);
  const values = useChart('studio', selectOptions);
  const send = useSend('studio');
  return (
    <>
      <p role="status">
        <Plan needs={needs} />
      </p>
      {needs?.length === 0 && <EnlargeInstead />}
      <div className="repairs">
        {options.map((option) => (
          <CheckChip
            key={option.name}
            label={wordsOf(code, option).label}
            on={values[option.name] === true}
            unusable={needs && !needs.includes(option.name) ? t('repair.notNeeded') : undefined}
            onChange={(value) => send({ type: 'option.changed', name: option.name, value })}
          />
        ))}
      </div>
    </>
  );
}
