/** Positions of all parts of a chart, in pixels from its upper left corner. */
export type Drawing = { width: number; height: number; boxes: Box[]; arrows: Arrow[] };

export type Row = {
  /** unique in its box */
  id: string;
  kind: 'view' | 'invoke' | 'action' | 'transition';
  text: string;
  /** null unless `kind` is `transition` */
  transition: string | null;
  /** relative to the corner of its box */
  x: number;
  y: number;
};

export type Box = {
  /** state id */
  id: string;
  title: string;
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  x: number;
  y: number;
  width: number;
  height: number;
  rows: Row[];
  depth: number;
  isRegion: boolean;
};

export type Arrow = {
  id: string;
  /** `start` is the dot that marks an initial state */
  kind: 'start' | 'transition';
  points: Point[];
  label: { x: number; y: number; width: number; lines: ArrowLine[] } | null;
};

export type ArrowLine = { text: string; transition: string };

export type Point = { x: number; y: number };
