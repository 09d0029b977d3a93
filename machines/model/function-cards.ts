import type { Fitted } from './function-fit.ts';
import type { OfferedFunction } from './functions.ts';

export type Quality = NonNullable<OfferedFunction['quality']>;

type Variant = { code: string; scale: number; quality: Quality };

/** One card of the picker: a function, or several that differ only in scale and quality. */
export type FunctionCard = {
  key: string;
  group: OfferedFunction['group'];
  /** the selected variant, otherwise the first one that can be started */
  shown: Fitted;
  /** variants of the shown quality; empty if the card has a single function */
  scales: readonly Variant[];
  /** variants of the shown scale */
  qualities: readonly Variant[];
};

const variantOf = ({ offered: { code, output, quality } }: Fitted): Variant | null =>
  quality && output.kind === 'scaled' ? { code, scale: output.scale, quality } : null;

const keyOf = ({ offered }: Fitted): string =>
  offered.quality ? `group ${offered.group}` : offered.code;

const cardOf = (key: string, members: readonly Fitted[], selected: string | null) => {
  const ready = members.find(({ fit }) => fit.kind === 'ready');
  const shown = members.find(({ offered }) => offered.code === selected) ?? ready ?? members[0];
  if (!shown) return [];
  const variants = members.map(variantOf).filter((one) => one !== null);
  const current = variantOf(shown);
  const card: FunctionCard = {
    key,
    group: shown.offered.group,
    shown,
    scales: variants.filter(({ quality }) => quality === current?.quality),
    qualities: variants.filter(({ scale }) => scale === current?.scale),
  };
  return [card];
};

/** The cards of all offered functions, in display order. */
export const functionCards = (
  fitted: readonly Fitted[],
  selected: string | null,
): readonly FunctionCard[] =>
  [...Map.groupBy(fitted, keyOf)].flatMap(([key, members]) => cardOf(key, members, selected));
