import { uploadedSize } from '../model/forecast.ts';
import { startObstacle } from '../model/start-obstacle.ts';
import type { FirstLightContext, Look, LookWish } from './first-light.types.ts';

/* Keys under which equal cuts and pictures are shared. */

/** The piece to cut, or null if the function has no preview, or cannot process the photo. */
export const cutOf = ({ photo, offered }: LookWish) => {
  const { preview } = offered;
  if (!preview || !photo.decodable || startObstacle(photo, offered)) return null;
  return { photo, preview, ...uploadedSize(photo, offered) };
};

/** Functions with the same preview input share the cut. */
export const cutKeyOf = (wish: LookWish): string => {
  const { preview, width = 0, height = 0 } = cutOf(wish) ?? {};
  return [preview?.of, preview?.side, width, height].join(' ');
};

const lookKeyOf = ({ offered, options }: LookWish): string =>
  JSON.stringify([offered.code, Object.entries(options).toSorted()]);

export const isSameWish = (one: LookWish | null, other: LookWish): boolean =>
  one !== null &&
  one.photo.id === other.photo.id &&
  lookKeyOf(one) === lookKeyOf(other) &&
  cutKeyOf(one) === cutKeyOf(other);

export const cutIn = ({ wish, cuts }: FirstLightContext) => (wish && cuts[cutKeyOf(wish)]) ?? null;

export const lookIn = ({ wish, looks }: FirstLightContext): Look | null =>
  (wish && looks[lookKeyOf(wish)]) ?? null;

/** The picture that stays on screen for the next wish: only for the same function and piece. */
export const standingIn = (context: FirstLightContext, next: LookWish): Look | null => {
  const { wish, standing } = context;
  const isOfSame = wish?.offered.code === next.offered.code && cutKeyOf(wish) === cutKeyOf(next);
  return isOfSame ? (lookIn(context) ?? standing) : null;
};

export const withCut = ({ wish, cuts }: FirstLightContext, cut: Look['before']) =>
  wish ? { cuts: { ...cuts, [cutKeyOf(wish)]: cut } } : {};

export const withLook = (context: FirstLightContext, after: Look['after']) => {
  const { wish, looks } = context;
  const before = cutIn(context);
  if (!wish || !before) return {};
  return { looks: { ...looks, [lookKeyOf(wish)]: { photoId: wish.photo.id, before, after } } };
};
