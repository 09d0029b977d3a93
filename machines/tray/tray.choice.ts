import type { AttemptInput } from '../attempt/attempt.types.ts';
import { runTime } from '../model/forecast.ts';
import { defaultFunction } from '../model/function-choice.ts';
import { type Choice, fitOfCode } from '../model/function-fit.ts';
import { defaultOptions, isAllowed } from '../model/function-options.ts';
import type { OfferedFunction, OptionValues } from '../model/functions.ts';
import type { KeptPhoto, StartOrder } from '../model/kept-photo.ts';
import type { ArrivedPhoto, Photo, PhotoSource } from '../model/photo.ts';
import { functionOf } from '../model/start-obstacle.ts';
import { attemptInHand, outcomeInHand, recordOf } from './tray.attempts.ts';
import type { Held, TrayContext } from './tray.types.ts';

/** A file that could not be looked into yet. */
const fileToKeep = (held: Held): Pick<KeptPhoto, 'id' | 'file'> | null => {
  if (held.kind !== 'source' || held.source.kind !== 'file') return null;
  const { id, file } = held.source;
  return id === undefined ? null : { id, file };
};

/** The photo on the tray by its id, whether it was looked into yet or not; null without one. */
export const heldId = ({ held }: Pick<TrayContext, 'held'>): string | null => {
  if (held.kind === 'photo' || held.kind === 'kept') return held.photo.id;
  return fileToKeep(held)?.id ?? null;
};

/** What is to be looked into; null when nothing is. */
export const sourceOf = ({ held }: TrayContext): { source: PhotoSource } | null => {
  if (held.kind === 'source') return { source: held.source };
  if (held.kind !== 'kept') return null;
  const { id, file } = held.photo;
  return { source: { kind: 'kept', id, file } };
};

/** The photo that was looked into and can be used, or null. */
export const photoIn = ({ held }: Pick<TrayContext, 'held'>): Photo | null =>
  held.kind === 'photo' ? held.photo : null;

/** What the visitor may choose from; null until there are a photo and an offer. */
export const choiceOf = (context: TrayContext): Choice | null => {
  const { setup, allowance } = context;
  const photo = photoIn(context);
  return setup && photo ? { setup, photo, allowance } : null;
};

/** Whether the selected function can be started on the photo; null until both are known. */
export const selectedFit = (context: TrayContext) => {
  const choice = choiceOf(context);
  return choice && fitOfCode(choice, context.functionCode);
};

/**
 * The function that is selected from now on. The one on screen stays while it can be started, and
 * the visitor's own choice stays even if not: nothing changes under a finger without a reason.
 */
export const nextFunctionCode = (context: TrayContext): string | null => {
  const choice = choiceOf(context);
  if (!choice) return null;
  const { functionCode, wantedCode } = context;
  const fit = fitOfCode(choice, functionCode);
  const stays = fit && (fit.kind === 'ready' || functionCode === wantedCode);
  return stays ? functionCode : defaultFunction(choice, wantedCode);
};

/** The value of every option of a function, as the visitor set it or by default. */
export const optionsOf = (
  { options }: Pick<TrayContext, 'options'>,
  offered: OfferedFunction,
): OptionValues => {
  const set = Object.entries(options[offered.code] ?? {});
  // another offer may have come since, with other options
  const allowed = set.filter(([name, value]) => isAllowed(offered, name, value));
  return { ...defaultOptions(offered), ...Object.fromEntries(allowed) };
};

/** An upload makes one task only: its own unguessable name is the key of the start that takes it. */
const keyOfUpload = ({ fileKey }: ArrivedPhoto): string =>
  `upload-${fileKey.replace(/^.*\//, '').replace(/\..*$/, '')}`;

/** What is set outlives the photo, but for what is about parts of it. */
export const optionsForNext = ({
  setup,
  options,
}: Pick<TrayContext, 'setup' | 'options'>): TrayContext['options'] => {
  const kept = Object.entries(options).map(([code, values]) => {
    const offered = functionOf(setup, code)?.options ?? [];
    const lasting = offered.filter(({ kind }) => kind !== 'regions').map(({ name }) => name);
    return [
      code,
      Object.fromEntries(Object.entries(values).filter(([name]) => lasting.includes(name))),
    ];
  });
  return Object.fromEntries(kept);
};

/** What a press of start begins; null while it cannot be pressed. */
export const attemptOf = (
  context: TrayContext,
  arrived: ArrivedPhoto | null = null,
): AttemptInput | null => {
  const { setup, functionCode } = context;
  const photo = photoIn(context);
  const offered = functionOf(setup, functionCode);
  if (!photo || !offered || selectedFit(context)?.kind !== 'ready') return null;
  const options = optionsOf(context, offered);
  if (arrived?.photoId !== photo.id || arrived.functionCode !== offered.code) {
    return { from: 'photo', wish: { photo, offered, options } };
  }
  return {
    from: 'order',
    order: {
      ...arrived,
      options,
      idempotencyKey: keyOfUpload(arrived),
      promisedMs: runTime(photo, offered)?.highMs ?? null,
    },
  };
};

/** How the start goes on that an earlier page has left; null while that cannot be said. */
export const attemptLeft = (context: TrayContext): AttemptInput | null => {
  const { held, setup, wantedCode } = context;
  if (held.kind !== 'photo' || !held.left) return null;
  const { photo, left } = held;
  if (left.step === 'asked') return { from: 'silence', order: left.order };
  const offered = functionOf(setup, wantedCode);
  if (!offered) return null;
  const wish = { photo, offered, options: optionsOf(context, offered) };
  return { from: 'key', wish, key: left.idempotencyKey };
};

/** A photo of an earlier page on the tray, with what was chosen for it. */
export const withKept = (context: TrayContext, photo: KeptPhoto): Partial<TrayContext> => {
  const { functionCode, options } = photo;
  const others = optionsForNext(context);
  return {
    held: { kind: 'kept', photo },
    leftOut: null,
    ...(functionCode === null
      ? { options: others }
      : { wantedCode: functionCode, options: { ...others, [functionCode]: options } }),
  };
};

/** The photo as a page that is opened later needs it; null where the server has it, or nobody. */
export const keptOf = (context: TrayContext): KeptPhoto | null => {
  const photo = photoIn(context);
  const card = attemptInHand(context);
  const kept = photo ?? fileToKeep(context.held);
  if (!kept || (card && recordOf(card))) return null;
  const { options } = context;
  const functionCode = photo ? context.functionCode : context.wantedCode;
  return {
    id: kept.id,
    file: kept.file,
    functionCode,
    options: (functionCode !== null && options[functionCode]) || {},
    attempt: null,
  };
};

/** The start that nobody could tell the fate of, for another press; null where there is none. */
export const orderAgain = (context: TrayContext): StartOrder | null => {
  const outcome = outcomeInHand(context);
  return outcome && 'order' in outcome ? outcome.order : null;
};
