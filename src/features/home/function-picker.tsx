import type { OfferedFunction } from '../../../machines/model/functions.ts';
import { selectFunctionCode } from '../../../machines/task/task.selectors.ts';
import { functionWords } from '../../i18n/function-words.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { useFunctionName } from '../../i18n/use-function-name.ts';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { OptionCard } from '../../ui/option-card.tsx';
import { selectOffers } from './studio.selectors.ts';

type Group = { title: MessageId; has: (code: string) => boolean };

const groups: readonly Group[] = [
  { title: 'studio.group.upscale', has: (code) => code.startsWith('upscale-') },
  { title: 'studio.group.improve', has: (code) => code === 'enhance' || code === 'denoise' },
  { title: 'studio.group.faces', has: (code) => code.startsWith('face-') },
  { title: 'studio.group.more', has: (code) => !functionWords(code) },
];

const pictureOf = (code: string): string | undefined =>
  functionWords(code) && `/home/fn-${code.startsWith('upscale-') ? 'upscale' : code}.webp`;

type Offer = { offered: OfferedFunction; price: number };

/** The offered functions as one radio group, in parts. */
export function FunctionPicker() {
  const t = useText();
  const nameOf = useFunctionName();
  const offers = useChart('task', selectOffers);
  const selected = useChart('task', selectFunctionCode);
  const send = useSend('task');
  const choose = (code: string) => send({ type: 'function.selected', code });
  if (offers.length === 0) return <p className="muted">{t('studio.functionsLoading')}</p>;
  const card = ({ offered: { code }, price }: Offer) => {
    const words = functionWords(code);
    return (
      <OptionCard
        key={code}
        group="function"
        value={code}
        checked={code === selected}
        onChoose={choose}
        picture={pictureOf(code)}
        name={words ? t(words.name) : nameOf(code)}
        hint={words && t(words.hint)}
        note={t('price.credits', { count: price })}
      />
    );
  };
  return groups.map(({ title, has }) => {
    const members = offers.filter(({ offered }) => has(offered.code));
    if (members.length === 0) return null;
    return (
      <fieldset key={title} className="function-group">
        <legend>{t(title)}</legend>
        <div className="function-cards">{members.map(card)}</div>
      </fieldset>
    );
  });
}
