import { dealStatus } from '../../../contract/deal-status.ts';
import type { BrowserChart, Driver, Stage } from './browser-chart.ts';
import { holdActors, passActor } from './held-actors.ts';
import { letTaskEnd } from './real-tasks.ts';
import { runLooks } from './run.looks.ts';
import { canHappen, isByItself, runInBrowser } from './run.steps.ts';
import { choosePhoto, openStill, press } from './scene.ts';
import { startButton } from './studio.looks.ts';

/** Returns a pattern for a child actor of any run, such as `run.1/createKey`. */
const within = (child: string): string => `run\\.\\d+/${child}`;

const ofDevice = ['createKey', 'preparePhoto', 'keepPhoto'].map(within);

const open = async (stage: Stage): Promise<void> => {
  await holdActors(stage.context, ofDevice);
  await openStill(stage, '/');
  await choosePhoto(stage);
  await press(stage.page, startButton(stage.page));
};

/** Returns the id of the page's newest run. */
const newest = ({ page }: Stage): Promise<string> =>
  page.evaluate(() => {
    const runs = window.__lightwell?.root.system.get('runs')?.getSnapshot();
    return `run.${runs?.context.begun}`;
  });

const held = (child: string): Readonly<Record<string, Driver>> => ({
  [`${child} answers`]: async (stage) => passActor(stage.page, `${await newest(stage)}/${child}`),
});

export const runPaths: BrowserChart = {
  chart: 'run',
  parent: 'runs',
  isNumbered: true,
  model: { ...runInBrowser, inputs: { 'a photo': runInBrowser.inputs?.['a photo'] } },
  allows: canHappen,
  byItself: isByItself,
  longest: 40,
  // the connection decides when upload progress and a failed start are reported; a retry is a step
  // of the visitor
  noise: (id) =>
    /startTask \| \d \| -$|upload\.progressed|listening\.lost \| retry|\| connection\.lost/.test(
      id,
    ) ||
    // the number and the times of the server's reports vary
    (/^run\.onServer\./.test(id) && !/ended|cancel/.test(id)),
  open,
  drivers: {
    ...held('createKey'),
    ...held('preparePhoto'),
    ...held('keepPhoto'),
    'upload sends upload.progressed': ({ layer }) => layer.asked('upload'),
    'upload sends upload.completed': ({ layer }) => layer.answer('upload'),
    'recordWatch sends record.ended': (stage) => letTaskEnd(stage, dealStatus.succeeded),
  },
  holds: ['watchRecord', 'loadRecord'],
  reaches: 'run.ended',
  can: ({ says }) =>
    /^(createKey|preparePhoto|keepPhoto|requestUpload|recordWatch) answers/.test(says) ||
    /^(upload\.(progressed|completed)|startTask answers \(it is queued|record\.ended)/.test(says),
  looks: runLooks,
  hasElement: () => false,
  isGone: ({ status }) => status === 'done',
};
