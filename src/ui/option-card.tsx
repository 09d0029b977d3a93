import './option-card.css';
import type { SyntheticEvent } from 'react';

type Props = {
  /** name of the radio group */
  group: string;
  value: string;
  checked: boolean;
  /** `input` covers the whole card */
  onChoose: (value: string, input: HTMLElement) => void;
  /** address of a small square picture */
  picture?: string | undefined;
  name: string;
  hint?: string | undefined;
  /** text on the right, such as the price */
  note?: string | undefined;
  /**
   * why the option cannot be used; the card is dimmed but selectable, so that visitors can learn
   * more
   */
  obstacle?: string | undefined;
};

/**
 * Hides a picture that cannot be loaded. Its place stays empty, because the picture is decoration.
 */
const hideBroken = ({ type, currentTarget: { style } }: SyntheticEvent<HTMLElement>) => {
  style.visibility = type === 'error' ? 'hidden' : '';
};

/** An option as a card: a radio button with a picture of its effect. */
export const OptionCard = (props: Props) => (
  <label className="option" data-blocked={props.obstacle !== undefined}>
    <input
      className="option-input"
      type="radio"
      name={props.group}
      value={props.value}
      checked={props.checked}
      onChange={(event) => props.onChoose(props.value, event.currentTarget)}
    />
    {props.picture && (
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
);
