import './option-card.css';
import type { SyntheticEvent } from 'react';

type Props = {
  /** name of the radio group */
  group: string;
  value: string;
  checked: boolean;
  /** `input` lies over the whole card */
  onChoose: (value: string, input: HTMLElement) => void;
  /** address of a small square picture */
  picture?: string | undefined;
  name: string;
  hint?: string | undefined;
  /** text on the right, which is the price */
  note?: string | undefined;
  /** why it cannot be used; the card is dimmed but still selectable, to learn more */
  obstacle?: string | undefined;
};

/**
 * The picture is decoration. If it cannot be loaded, its place stays empty and shows no broken
 * frame.
 */
const hideBroken = ({ type, currentTarget: { style } }: SyntheticEvent<HTMLElement>) => {
  style.visibility = type === 'error' ? 'hidden' : '';
};

/** One option of several: a radio button with a picture of its effect. */
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
