import type { ChartSnapshot } from '../../../machines/app/app.machine.ts';
import {
  isCopied,
  isUpTo,
  pricedPixels,
  resultSize,
  runTime,
} from '../../../machines/model/forecast.ts';
import type { FunctionOption } from '../../../machines/model/functions.ts';
import { functionOf, startObstacle } from '../../../machines/model/start-obstacle.ts';
import { selectOptions } from '../../../machines/studio/studio.choice.selectors.ts';
import { photoIn } from '../../../machines/studio/studio.held.ts';

/* Selectors of the panels that load when a photo is chosen. */

type StudioSnapshot = ChartSnapshot<'studio'>;

/** Returns the selected function, or null if no function is selected. */
export const selectOffered = ({ context }: StudioSnapshot) =>
  functionOf(context.setup, context.functionCode);

const regionsOption = (option: FunctionOption) => option.kind === 'regions';

/**
 * Returns the selected function's option for regions, or null if the function has no such option.
 */
export const selectRegionsOption = (snapshot: StudioSnapshot) => {
  const found = selectOffered(snapshot)?.options.find(regionsOption);
  return found?.kind === 'regions' ? found : null;
};

/** Returns the value of the option for regions, which lists the regions that stay unchanged. */
export const selectRegionsValue = (snapshot: StudioSnapshot): string => {
  const option = selectRegionsOption(snapshot);
  return option ? String(selectOptions(snapshot)[option.name]) : '';
};

/**
 * Returns result size and duration of the selected function for this photo, or null while photo or
 * function are unknown. The duration is shorter if the photo's `needs` are known.
 */
export const selectForecast = (
  snapshot: StudioSnapshot,
  needs: readonly string[] | null = null,
) => {
  const { context } = snapshot;
  const { setup, functionCode } = context;
  const photo = photoIn(context);
  const offered = functionOf(setup, functionCode);
  const options = selectOptions(snapshot);
  if (!offered || !photo?.decodable || startObstacle(photo, offered, options)) return null;
  const time = runTime(photo, offered, options, needs);
  return {
    ...resultSize(photo, offered, options),
    /** the size is an upper limit, because the result's size depends on the photo's content */
    isUpTo: isUpTo(offered, options),
    /** pixels of photo and copy, if the function works on a smaller copy */
    copy: isCopied(photo, offered)
      ? { of: photo.width * photo.height, pixels: pricedPixels(photo, offered) }
      : null,
    isEnlargement: offered.group === 'upscale',
    /** expected duration, or null if the function's duration was never measured */
    time: time && { low: time.lowMs, high: time.highMs },
  };
};
