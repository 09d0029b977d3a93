import { type CSSProperties, useId } from 'react';
import './controls.css';

type Props = {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  /** the value as text, for the screen and for screen readers, such as "50 %" */
  valueText: string;
  onChange: (value: number) => void;
};

/**
 * Shows a control for a number within a range. It is a native slider, so that arrow keys, Home, End
 * and touch work.
 */
export function Slider({ label, min, max, step, value, valueText, onChange }: Props) {
  const id = useId();
  const share = (value - min) / (max - min);
  return (
    <div className="control">
      <div className="control-head">
        <label htmlFor={id}>{label}</label>
        {/* hidden from screen readers, because the slider announces its value itself */}
        <span aria-hidden="true" className="control-value">
          {valueText}
        </span>
      </div>
      <input
        id={id}
        className="slider"
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText}
        style={{ '--share': share } as CSSProperties}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}
