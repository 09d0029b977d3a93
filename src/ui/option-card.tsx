import './option-card.css';

type Props = {
  /** name of the radio group */
  group: string;
  value: string;
  checked: boolean;
  onChoose: (value: string) => void;
  /** address of a small square picture */
  picture?: string | undefined;
  name: string;
  hint?: string | undefined;
  /** on the right: the price */
  note: string;
};

/** One choice of several: a radio button that shows what it does. */
export const OptionCard = (props: Props) => (
  <label className="option">
    <input
      className="sr-only"
      type="radio"
      name={props.group}
      value={props.value}
      checked={props.checked}
      onChange={() => props.onChoose(props.value)}
    />
    {props.picture && <img src={props.picture} alt="" width={52} height={52} loading="lazy" />}
    <span className="option-text">
      <span className="option-name">
        {props.name} <span className="option-note">{props.note}</span>
      </span>
      {props.hint}
    </span>
  </label>
);
