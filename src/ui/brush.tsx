import './brush.css';
import { useId, useRef, useState } from 'react';
import { BrushCanvas, type BrushPicture } from './brush-canvas.tsx';
import type { BrushStroke } from './brush-line.ts';
import { ChoiceRow } from './choice-row.tsx';
import { PassingButton } from './passing-button.tsx';
import { Slider } from './slider.tsx';

type BrushWords = {
  /** name of the area to draw on */
  area: string;
  /** which keys draw */
  keys: string;
  /** number of strokes, or that no more can be drawn */
  status: string;
  mode: string;
  adds: string;
  removes: string;
  size: string;
  /** a size in percent */
  sizeValue: (percent: number) => string;
  undo: string;
  clear: string;
};

type Props = BrushPicture & {
  strokes: readonly BrushStroke[];
  words: BrushWords;
  onChange: (strokes: readonly BrushStroke[]) => void;
};

/** Diameters of the brush, in percent of the picture's longer side. */
const sizes = { min: 1, max: 25, usual: 6 };

/** Shows a picture on which the visitor draws, with the settings of the brush. */
export default function Brush({ strokes, words, onChange, ...picture }: Props) {
  const keysId = useId();
  const area = useRef<HTMLDivElement>(null);
  const [adds, setAdds] = useState(true);
  const [size, setSize] = useState(sizes.usual);
  const undo = () => onChange(strokes.slice(0, -1));
  return (
    <div className="brush">
      <ChoiceRow
        hasHiddenLabel
        label={words.mode}
        choices={[
          { value: 'add', name: words.adds },
          { value: 'remove', name: words.removes },
        ]}
        value={adds ? 'add' : 'remove'}
        onChange={(value) => setAdds(value === 'add')}
      />
      <BrushCanvas
        {...picture}
        ref={area}
        strokes={strokes}
        brush={{ adds, radius: size / 200 }}
        label={words.area}
        describedBy={keysId}
        onStroke={(stroke) => onChange([...strokes, stroke])}
        onUndo={undo}
      />
      <p id={keysId} className="brush-keys">
        {words.keys}
      </p>
      <Slider
        label={words.size}
        min={sizes.min}
        max={sizes.max}
        step={1}
        value={size}
        valueText={words.sizeValue(size)}
        onChange={setSize}
      />
      <div className="brush-foot">
        <p role="status">{words.status}</p>
        {strokes.length > 0 && (
          <>
            <PassingButton look="quiet" nextFocus={area} onClick={undo}>
              {words.undo}
            </PassingButton>
            <PassingButton look="quiet" nextFocus={area} onClick={() => onChange([])}>
              {words.clear}
            </PassingButton>
          </>
        )}
      </div>
    </div>
  );
}
