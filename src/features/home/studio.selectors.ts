import type { ChartSnapshot } from '../../../machines/app/app.machine.ts';
import { resultSize, runTime, uploadedSize } from '../../../machines/model/forecast.ts';
import type { FunctionOption } from '../../../machines/model/functions.ts';
import { functionOf, startObstacle } from '../../../machines/model/start-obstacle.ts';
import type { TaskEnd } from '../../../machines/model/task-record.ts';
import { photoIn } from '../../../machines/tray/tray.choice.ts';
import { selectEnd, selectOptions } from '../../../machines/tray/tray.selectors.ts';

type TraySnapshot = ChartSnapshot<'tray'>;

export type StudioView = 'drop' | 'checking' | 'chosen' | 'working' | 'ended';

const lookedInto = ['checking', 'postponed', 'returning'] as const;

/** Which of the studio's panels is on. */
export const selectStudioView = (snapshot: TraySnapshot): StudioView => {
  if (lookedInto.some((state) => snapshot.matches(state))) return 'checking';
  if (snapshot.matches('chosen')) return 'chosen';
  if (snapshot.matches('working')) return 'working';
  return selectStudioEnd(snapshot) ? 'ended' : 'drop';
};

export type StudioEnd = Exclude<TaskEnd, 'succeeded'>;

/** How it ended without a result; a result has a page of its own, and the next photo may come. */
export const selectStudioEnd = (snapshot: TraySnapshot): StudioEnd | null => {
  const end = selectEnd(snapshot);
  return end === 'succeeded' ? null : end;
};

/** What the most generous of the offered functions takes: bytes, and pixels of the shorter side. */
export const selectWidestLimits = ({ context: { setup } }: TraySnapshot) => {
  const all = (setup?.functions ?? []).map(({ limits }) => limits);
  return {
    maxBytes: Math.max(0, ...all.map(({ maxBytes }) => maxBytes)),
    minSide: Math.min(...all.map(({ minSide }) => minSide)),
  };
};

/** The selected function; null while none is. */
export const selectOffered = ({ context }: TraySnapshot) =>
  functionOf(context.setup, context.functionCode);

const regionsOption = (option: FunctionOption) => option.kind === 'regions';

/** The option of the selected function that is about parts of the photo; null without one. */
export const selectRegionsOption = (snapshot: TraySnapshot) => {
  const found = selectOffered(snapshot)?.options.find(regionsOption);
  return found?.kind === 'regions' ? found : null;
};

/** The value of that option: the parts that stay as they are. */
export const selectRegionsValue = (snapshot: TraySnapshot): string => {
  const option = selectRegionsOption(snapshot);
  return option ? String(selectOptions(snapshot)[option.name]) : '';
};

/** What the selected function will make of this photo; null while either is unknown. */
export const selectForecast = ({ context }: TraySnapshot) => {
  const { setup, functionCode } = context;
  const photo = photoIn(context);
  const offered = functionOf(setup, functionCode);
  if (!offered || !photo?.decodable || startObstacle(photo, offered)) return null;
  const time = runTime(photo, offered);
  return {
    ...resultSize(photo, offered),
    /** the size is the most it can be: what the photo shows decides */
    isUpTo: offered.output.kind === 'square',
    isShrunk: uploadedSize(photo, offered).width < photo.width,
    /** null while nothing was measured */
    time: time && { low: time.lowMs, high: time.highMs },
  };
};
