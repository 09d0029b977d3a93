import type { OfferedFunction } from '../../../machines/model/functions.ts';
import { selectFunctionCode } from '../../../machines/tray/tray.selectors.ts';
import { functionWords } from '../../i18n/function-words.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { useFunctionName } from '../../i18n/use-function-name.ts';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { OptionCard } from '../../ui/option-card.tsx';
import { selectOffers } from './studio.selectors.ts';

const groups = ['upscale', 'improve', 'faces', 'more'] as const;

const titles = {
  upscale: 'studio.group.upscale',
  improve: 'studio.group.improve',
  faces: 'studio.group.faces',
  more: 'studio.group.more',
} as const satisfies Record<OfferedFunction['group'], MessageId>;

type Offer = { offered: OfferedFunction; price: number };

/** The offered functions as one radio group, in parts. */
export function FunctionPicker() {
  const t = useText();
  const nameOf = useFunctionName();
  const offers = useChart('tray', selectOffers);
  const selected = useChart('tray', selectFunctionCode);
  const send = useSend('tray');
  const choose = (code: string) => send({ type: 'function.selected', code });
  if (offers.length === 0) return <p className="muted">{t('studio.functionsLoading')}</p>;
  const card = ({ offered: { code, picture }, price }: Offer) => {
    const words = functionWords(code);
    return (
      <OptionCard
        key={code}
        group="function"
        value={code}
        checked={code === selected}
        onChoose={choose}
        picture={picture ?? undefined}
        name={words ? t(words.name) : nameOf(code)}
        hint={words && t(words.hint)}
        note={t('price.credits', { count: price })}
      />
    );
  };
  return groups.map((group) => {
    const members = offers.filter(({ offered }) => offered.group === group);
    if (members.length === 0) return null;
    return (
      <fieldset key={group} className="function-group">
        <legend>{t(titles[group])}</legend>
        <div className="function-cards">{members.map(card)}</div>
      </fieldset>
    );
  });
}
