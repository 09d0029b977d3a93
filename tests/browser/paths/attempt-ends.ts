import type { Stage } from './browser-chart.ts';

/* What the server, and time, do to an attempt of the tray, until it tells the tray the wanted. */

type Place = { state: string; step: string; revision: number };

/** Where the attempt is on the page now. */
export const placeOf = ({ page }: Stage, id: string): Promise<Place> =>
  page.evaluate((name) => {
    const tray = window.__lightwell?.root.system.get('tray')?.getSnapshot();
    const { value, context, children } = tray?.children[name]?.getSnapshot() ?? {};
    const watch = children?.recordWatch?.getSnapshot();
    return {
      state: `${JSON.stringify(value ?? null)} ${JSON.stringify(watch?.value ?? null)}`,
      step: String(context?.load.step),
      revision: Number(watch?.context.revision ?? 0),
    };
  }, id);

/** Up to the start that is about to be answered. */
export const arrive = async ({ layer }: Stage): Promise<void> => {
  await layer.answer('requestUpload');
  await layer.answer('upload');
  await layer.asked('startTask');
};
