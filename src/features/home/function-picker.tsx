import './function-picker.css';
import { Fragment, useCallback } from 'react';
import { flushSync } from 'react-dom';
import { selectIsChoosing } from '../../../machines/batch/batch.selectors.ts';
import type { FunctionCard } from '../../../machines/model/function-cards.ts';
import type { OfferedFunction } from '../../../machines/model/functions.ts';
import { selectCards } from '../../../machines/studio/studio.choice.selectors.ts';
import { selectFunctionCode } from '../../../machines/studio/studio.selectors.ts';
import { useFunctionWords } from '../../i18n/function-words.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { useFunctionName } from '../../i18n/use-function-name.ts';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { OptionCard } from '../../ui/option-card.tsx';
import { useIsWide } from '../../ui/use-is-wide.ts';
import { DeviceCard } from './device-card.tsx';
import { FunctionSettings } from './function-settings.tsx';
import { Variants } from './function-variants.tsx';
import { StartNotes } from './start-notes.tsx';
import { useFitWords } from './use-fit-words.ts';

const groups = ['improve', 'upscale', 'background', 'faces', 'more'] as const;

const titles = {
  upscale: 'studio.group.upscale',
  improve: 'studio.group.improve',
  background: 'studio.group.background',
  faces: 'studio.group.faces',
  more: 'studio.group.more',
} as const satisfies Record<OfferedFunction['group'], MessageId>;

/** Keeps the element at the same place on the screen when settings above the element disappear. */
function holdStill(element: HTMLElement, change: () => void) {
  const { top } = element.getBoundingClientRect();
  flushSync(change);
  scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' });
}

/** Scrolls to the settings, which open below the card, where the start bar may cover them. */
function showSettingsBelow(card: HTMLElement) {
  const cards = card.closest('.function-cards');
  const settings = cards?.querySelector('.function-variants, .function-settings');
  settings?.scrollIntoView({ block: 'nearest' });
}

/**
 * Shows the offered functions as one radio group, in sections. A function that cannot start shows
 * the reason.
 */
export function FunctionPicker() {
  const t = useText();
  const functionWords = useFunctionWords();
  const nameOf = useFunctionName();
  const fitWords = useFitWords();
  const cards = useChart('studio', selectCards);
  const selected = useChart('studio', selectFunctionCode);
  const send = useSend('studio');
  const isBatch = useChart('batch', selectIsChoosing);
  const isWide = useIsWide();
  const choose = useCallback(
    (code: string, card: HTMLElement) => {
      holdStill(card, () => send({ type: 'function.selected', code }));
      showSettingsBelow(card);
    },
    [send],
  );
  const cardOf = (card: FunctionCard) => {
    const { key, shown } = card;
    const { offered, fit } = shown;
    const { code, picture, options, preview } = offered;
    const words = functionWords(code);
    const isReady = fit.kind === 'ready';
    const isSelected = code === selected;
    return (
      <Fragment key={key}>
        <OptionCard
          group="function"
          value={code}
          checked={isSelected}
          onChoose={choose}
          picture={picture ?? undefined}
          name={words ? t(words.name) : nameOf(code)}
          {...(isReady
            ? { hint: words && t(words.hint), note: fitWords.price(fit.price) }
            : { obstacle: fitWords.line(fit) })}
        />
        {isSelected && <Variants card={card} />}
        {isSelected && isReady && (
          <FunctionSettings code={code} options={options} preview={preview} />
        )}
        {isSelected && !isWide && <StartNotes />}
      </Fragment>
    );
  };
  const groupOf = (group: (typeof groups)[number]) => {
    const members = cards.filter((card) => card.group === group);
    if (members.length === 0) return null;
    return (
      <fieldset key={group} className="function-group">
        <legend>{t(titles[group])}</legend>
        <div className="function-cards">{members.map(cardOf)}</div>
      </fieldset>
    );
  };
  return (
    <>
      {cards.length === 0 && <p className="muted">{t('studio.functionsLoading')}</p>}
      {groups.map(groupOf)}
      {!isBatch && <DeviceCard onChoose={choose} />}
    </>
  );
}
