import { runTime } from '../model/forecast.ts';
import { defaultFunction } from '../model/function-choice.ts';
import { type Choice, fitOfCode } from '../model/function-fit.ts';
import { defaultOptions, isAllowed } from '../model/function-options.ts';
import type { OfferedFunction, OptionValues } from '../model/functions.ts';
import type { KeptPhoto } from '../model/kept-photo.ts';
import { isPicture, lacksPicture, pictureToCome, withPicture } from '../model/own-value.ts';
import { isAboutPhoto } from '../model/photo-option.ts';
import { countUnnamed, type FoundRegions, wantedRegions } from '../model/regions.ts';
import { sideOption } from '../model/result-side.ts';
import { functionOf } from '../model/start-obstacle.ts';
import { hasPainted, paintsNothing } from '../model/strokes.ts';
import type { RunInput, Wish } from '../run/run.types.ts';
import { openPhotoOf, smallerFile } from './studio.device.ts';
import { photoIn } from './studio.held.ts';
import type { StudioContext } from './studio.types.ts';

/**
 * Returns the data that decides which functions can start, or null until both photo and setup are
 * loaded.
 */
export const choiceOf = (context: StudioContext): Choice | null => {
  const { setup, options, purse } = context;
  const photo = photoIn(context);
  return setup && photo ? { setup, photo, options, purse } : null;
};

/**
 * Returns the price of the selected function for the photo, or the obstacle. Returns null until
 * both function and photo are known.
 */
export const selectedFit = (context: StudioContext) => {
  const choice = choiceOf(context);
  return choice && fitOfCode(choice, context.functionCode);
};

/**
 * Returns the photo if the selected function makes a smaller file of it on this device, otherwise
 * null.
 */
export const photoForDevice = (context: StudioContext) => {
  const photo = photoIn(context);
  return photo && context.functionCode === smallerFile ? openPhotoOf(photo) : null;
};

/**
 * True if the visitor's last choice was a smaller file, for this photo or an earlier one. A batch
 * needs a function of the server.
 */
const staysOnDevice = (context: StudioContext): boolean => {
  const { functionCode, isOneOfMany } = context;
  const wantedCode = isOneOfMany ? null : context.wantedCode;
  const photo = photoIn(context);
  return (
    photo !== null && (functionCode ?? wantedCode) === smallerFile && openPhotoOf(photo) !== null
  );
};

/**
 * Returns the code of the function to select. The function on screen stays selected while it can be
 * started. The visitor's own choice stays selected even if it cannot be started, so that the
 * selection does not change without a reason.
 */
export const nextFunctionCode = (context: StudioContext): string | null => {
  if (staysOnDevice(context)) return smallerFile;
  const choice = choiceOf(context);
  if (!choice) return null;
  const { functionCode, wantedCode } = context;
  const fit = fitOfCode(choice, functionCode);
  const stays = fit && (fit.kind === 'ready' || functionCode === wantedCode);
  return stays ? functionCode : defaultFunction(choice, wantedCode);
};

/** Returns the value of every option of a function: the visitor's value, or else the default. */
export const optionsOf = (
  { options }: Pick<StudioContext, 'options'>,
  offered: OfferedFunction,
): OptionValues => {
  const set = Object.entries(options[offered.code] ?? {});
  // options that the current setup does not allow are dropped
  const allowed = set.filter(([name, value]) => isAllowed(offered, name, value));
  return { ...defaultOptions(offered), ...Object.fromEntries(allowed) };
};

/**
 * Returns the idempotency key of the start that uses this upload. Only one task can use an upload,
 * so the key is derived from the unguessable file name of the upload.
 */
const keyOfUpload = (fileKey: string): string =>
  `upload-${fileKey.replace(/^.*\//, '').replace(/\..*$/, '')}`;

/**
 * Returns the options for the next photo: all options that the visitor has set, except options
 * about places in this photo.
 */
export const optionsForNext = ({
  setup,
  options,
}: Pick<StudioContext, 'setup' | 'options'>): StudioContext['options'] => {
  const kept = Object.entries(options).map(([code, values]) => {
    const offered = functionOf(setup, code)?.options ?? [];
    const lasting = offered
      .filter((option) => !isAboutPhoto(option) && option.name !== sideOption)
      .map(({ name }) => name);
    return [
      code,
      Object.fromEntries(Object.entries(values).filter(([name]) => lasting.includes(name))),
    ];
  });
  return Object.fromEntries(kept);
};

/** Replaces the visitor's own picture in the options of all functions. */
export const withOwnPicture = (
  { setup, options }: Pick<StudioContext, 'setup' | 'options'>,
  fileKey: string | null,
): StudioContext['options'] => {
  const next = fileKey ?? pictureToCome;
  const changed = Object.entries(options).map(([code, values]) => {
    const offered = functionOf(setup, code);
    return [
      code,
      offered ? withPicture({ offered, options: values }, isPicture, next).options : values,
    ];
  });
  return Object.fromEntries(changed);
};

/** True if every found region stays unchanged, so that the result would equal the photo. */
const leavesAll = ({ offered, options }: Wish, { regions }: FoundRegions): boolean => {
  const parts = offered.options.find(({ kind }) => kind === 'regions');
  const wanted = wantedRegions(regions, options);
  const isFound = parts !== undefined && wanted.length > 0;
  if (hasPainted(offered, options)) return false;
  return isFound && countUnnamed(String(options[parts.name]), wanted) === 0;
};

/** True if the function needs a painted part of the photo, and nothing is painted. */
export const lacksPaint = ({ offered, options }: Omit<Wish, 'photo'>): boolean =>
  offered.options.some(
    (option) => option.kind === 'strokes' && option.required && paintsNothing(options[option.name]),
  );

/**
 * Returns the regions found in the current photo for the selected function, or null until the
 * region finder has answered.
 */
export const foundInPhoto = (context: StudioContext): FoundRegions | null => {
  const { found, functionCode } = context;
  const isAbout = found?.photoId === photoIn(context)?.id && found?.functionCode === functionCode;
  return isAbout ? found : null;
};

/** Returns the input of the run that a press of start would begin, or null if start is disabled. */
export const runOf = (
  context: StudioContext,
  found: FoundRegions | null = null,
): RunInput | null => {
  const { setup, functionCode } = context;
  const photo = photoIn(context);
  const offered = functionOf(setup, functionCode);
  if (!photo || !offered || selectedFit(context)?.kind !== 'ready') return null;
  const wish = { photo, offered, options: optionsOf(context, offered) };
  if (lacksPaint(wish) || lacksPicture(offered, wish.options) || (found && leavesAll(wish, found)))
    return null;
  if (!found?.fileKey) return { from: 'photo', wish };
  return {
    from: 'arrival',
    wish,
    request: {
      photoId: photo.id,
      functionCode: offered.code,
      fileKey: found.fileKey,
      options: wish.options,
      idempotencyKey: keyOfUpload(found.fileKey),
      name: photo.name,
      madeFrom: photo.madeFrom,
      promisedMs: runTime(photo, offered, wish.options)?.highMs ?? null,
    },
  };
};

/**
 * Returns the input for a start that an earlier page may have sent, and whose photo can no longer
 * be used.
 */
export const startWithoutPhoto = ({ held }: StudioContext): RunInput | null =>
  held.kind === 'kept' && held.photo.run?.step === 'asked'
    ? { from: 'silence', request: held.photo.run.request }
    : null;

/**
 * Returns the input that continues an earlier page's start, or null while this input is unknown.
 */
export const runLeft = (context: StudioContext): RunInput | null => {
  const { held, setup, wantedCode } = context;
  if (held.kind !== 'photo' || !held.left) return null;
  const { photo, left } = held;
  if (left.step === 'asked') return { from: 'silence', request: left.request };
  const offered = functionOf(setup, wantedCode);
  if (!offered) return null;
  const wish = { photo, offered, options: optionsOf(context, offered) };
  return { from: 'key', wish, key: left.idempotencyKey };
};

/** Restores an earlier page's photo, with the function and options chosen on that page. */
export const withKept = (context: StudioContext, photo: KeptPhoto): Partial<StudioContext> => {
  const { functionCode, options } = photo;
  const others = optionsForNext(context);
  return {
    held: { kind: 'kept', photo },
    replaced: null,
    isOneOfMany: false,
    ...(functionCode === null
      ? { options: others }
      : { wantedCode: functionCode, options: { ...others, [functionCode]: options } }),
  };
};
