import './option-card.css';
import { memo, type SyntheticEvent } from 'react';

type Props = {
  /** name of the radio group that the card belongs to */
  group: string;
  value: string;
  checked: boolean;
  /** called when the card is chosen; `input` is the radio button, which covers the whole card */
  onChoose: (value: string, input: HTMLElement) => void;
  /** address of a small square picture */
  picture?: string | undefined;
  name: string;
  hint?: string | undefined;
  /** text on the right side of the card, such as the price */
  note?: string | undefined;
  /**
   * why the option cannot be used now; the card is dimmed but can be selected, so that visitors can
   * read the details
   */
  obstacle?: string | undefined;
};

/**
 * Hides a picture that cannot be loaded, and keeps its space empty, because the picture is only
 * decoration.
 */
const hideBroken = ({ type, currentTarget: { style } }: SyntheticEvent<HTMLElement>) => {
  style.visibility = type === 'error' ? 'hidden' : '';
};

/** Shows an option as a card: a radio button with a picture of the option's effect. */
export const OptionCard = memo((props: Props) => (
  <label className="option" data-blocked={props.obstacle !== undefined}>
    <input
      className="covering"
      type="radio"
      name={props.group}
      value={props.value}
      checked={props.checked}
      onChange={(event) => props.onChoose(props.value, event.currentTarget)}
    />
    {props.picture && (
      // biome-ignore lint/a11y/noNoninteractiveElementInteractions: hides a picture that is missing
      <img
        src={props.picture}
        alt=""
        width={52}
        height={52}
        loading="lazy"
        onError={hideBroken}
        onLoad={hideBroken}
      />
    )}
    <span className="option-text">
      <span className="option-name">
        {props.name} {props.note && <span className="option-note">{props.note}</span>}
      </span>
      {props.obstacle ?? props.hint}
    </span>
  </label>
));
