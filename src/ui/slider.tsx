import { type CSSProperties, useId } from 'react';
import './controls.css';

type Props = {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  /** the value as text for display and screen readers: "50 %" */
  valueText: string;
  onChange: (value: number) => void;
};

/** A number within a range; a native slider, so that arrows, Home, End and touch work. */
export function Slider({ label, min, max, step, value, valueText, onChange }: Props) {
  const id = useId();
  const share = (value - min) / (max - min);
  return (
    <div className="control">
      <div className="control-head">
        <label htmlFor={id}>{label}</label>
        {/* the slider announces its value itself, so no <output> is needed */}
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
