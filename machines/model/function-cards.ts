import { resultSize } from './forecast.ts';
import type { Choice, Fitted } from './function-fit.ts';
import { fitFunctions } from './function-fit.ts';
import type { OfferedFunction } from './functions.ts';
import { type CommonSide, commonSides, sideOption, wholeSide } from './result-side.ts';

export type Quality = NonNullable<OfferedFunction['quality']>;

/**
 * A size or quality that can be chosen on a card: the code of the function, and the longest side of
 * its result in pixels.
 */
export type Variant = { key: string; code: string; side: number };

export type SizeVariant = Variant &
  ({ kind: 'scale'; scale: number } | { kind: CommonSide } | { kind: 'own' });

export type QualityVariant = Variant & { quality: Quality };

/**
 * A card of the picker. A card shows one function, or several functions that differ only in scale
 * and quality.
 */
export type FunctionCard = {
  key: string;
  group: OfferedFunction['group'];
  /** the selected variant, otherwise the first variant that can be started */
  shown: Fitted;
  /** empty if the card has a single function */
  sizes: readonly SizeVariant[];
  qualities: readonly QualityVariant[];
  /** keys of the chosen size and quality */
  size: string;
  /** longest sides in pixels: of the photo, of the chosen size, and of the largest result */
  own: { min: number; side: number; max: number };
  /** longest side of the result of each enlargement in this quality, the smallest first */
  reach: readonly { code: string; longest: number }[];
};

/** Returns the smallest enlargement that reaches the chosen longest side. */
export const ownVariant = ({ reach, shown }: FunctionCard, side: number): Omit<Variant, 'key'> => {
  const code = (reach.find(({ longest }) => longest >= side) ?? reach.at(-1))?.code;
  return { code: code ?? shown.offered.code, side };
};

/** Replaces Map.groupBy, which Safari supports only since 17.4. */
const groupedBy = <One, Key>(all: readonly One[], keyOf: (one: One) => Key): Map<Key, One[]> => {
  const groups = new Map<Key, One[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
};

type Member = Fitted & { scale: number; quality: Quality; longest: number };

const membersOf = (fitted: readonly Fitted[], { photo }: Choice): readonly Member[] =>
  fitted.flatMap(({ offered, fit }) => {
    const { output, quality } = offered;
    if (!quality || output.kind !== 'scaled') return [];
    const { width, height } = resultSize(photo, offered);
    return [{ offered, fit, quality, scale: output.scale, longest: Math.max(width, height) }];
  });

/**
 * Returns the smallest enlargement whose result has at least this longest side. If none is large
 * enough, returns the largest enlargement.
 */
const smallestFor = (members: readonly Member[], side: number): Member | undefined =>
  members.find(({ longest }) => longest >= side) ?? members.at(-1);

const sizesOf = (members: readonly Member[], own: FunctionCard['own']): readonly SizeVariant[] => {
  const scales = members.map(({ offered: { code }, scale }) => {
    return { kind: 'scale', key: code, code, side: wholeSide, scale } as const;
  });
  const at = (kind: CommonSide | 'own', side: number): readonly SizeVariant[] => {
    const code = smallestFor(members, side)?.offered.code;
    return code === undefined ? [] : [{ kind, key: kind, code, side }];
  };
  const fits = (side: number) => side > own.min && side <= own.max;
  const common = Object.entries(commonSides) as [CommonSide, number][];
  return [
    ...scales,
    ...common.flatMap(([kind, side]) => (fits(side) ? at(kind, side) : [])),
    ...(own.max > own.min ? at('own', own.side) : []),
  ];
};

const qualitiesOf = (
  all: readonly Member[],
  { scale }: Member,
  side: number,
): readonly QualityVariant[] =>
  [...groupedBy(all, ({ quality }) => quality)].flatMap(([quality, members]) => {
    const isWhole = side === wholeSide;
    const found = isWhole ? members.find((one) => one.scale === scale) : smallestFor(members, side);
    const code = found?.offered.code;
    return code === undefined ? [] : [{ key: code, code, side, quality }];
  });

const sizeKey = (sizes: readonly SizeVariant[], code: string, side: number): string => {
  if (side === wholeSide) return code;
  return sizes.find((one) => one.side === side)?.key ?? 'own';
};

const cardOf = (key: string, fitted: readonly Fitted[], { choice, selected }: Chosen) => {
  const ready = fitted.find(({ fit }) => fit.kind === 'ready');
  const shown = fitted.find(({ offered }) => offered.code === selected) ?? ready ?? fitted[0];
  if (!shown) return [];
  const { group, code } = shown.offered;
  const bare = { key, group, shown, sizes: [], qualities: [], size: code, reach: [] };
  const all = membersOf(fitted, choice);
  const current = all.find(({ offered }) => offered.code === code);
  const min = Math.max(choice.photo.width, choice.photo.height);
  if (!current) return [{ ...bare, own: { min, side: min, max: min } }];
  const side = Number(choice.options[code]?.[sideOption] ?? wholeSide);
  const members = all
    .filter(({ quality }) => quality === current.quality)
    .toSorted((a, b) => a.scale - b.scale);
  const max = members.at(-1)?.longest ?? min;
  const middle = Math.round((min + max) / 2);
  const own = { min, side: side === wholeSide ? middle : Math.min(max, Math.max(min, side)), max };
  const sizes = sizesOf(members, own);
  const qualities = qualitiesOf(all, current, side);
  const reach = members.map(({ offered, longest }) => ({ code: offered.code, longest }));
  return [{ ...bare, sizes, qualities, size: sizeKey(sizes, code, side), own, reach }];
};

type Chosen = {
  choice: Choice;
  selected: string | null;
};

const keyOf = ({ offered }: Fitted): string =>
  offered.quality ? `group ${offered.group}` : offered.code;

/** Returns the cards of all offered functions, in display order. */
export const functionCards = (chosen: Chosen): readonly FunctionCard[] =>
  [...groupedBy(fitFunctions(chosen.choice), keyOf)].flatMap(([key, fitted]) =>
    cardOf(key, fitted, chosen),
  );
