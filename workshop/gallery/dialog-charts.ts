import type { AnyStateMachine } from 'xstate';
import { dialogKinds, loadDialogChart } from '../../machines/app/children.derived.ts';
import type { DialogKind } from '../../machines/model/dialog.ts';
import { charts } from '../paths/charts.ts';
import { type Cue, withoutPorts } from './stage.ts';
import type { Models } from './ways.ts';

const loaded = await Promise.all(
  dialogKinds.map(async (kind) => [kind, withoutPorts(await loadDialogChart(kind))] as const),
);

export const dialogCharts = Object.fromEntries(loaded) as Record<DialogKind, AnyStateMachine>;

function modelOf(kind: DialogKind) {
  const model = charts[dialogCharts[kind].id];
  if (!model) throw new Error(`The chart of the dialog “${kind}” has no descriptor.`);
  return model;
}

const { encoder } = charts;

/** Descriptors by systemId instead of chart, because two systemIds may run the same chart. */
export const models: Models = {
  ...charts,
  ...(encoder ? { resultEncoder: encoder } : {}),
  ...Object.fromEntries(dialogKinds.map((kind) => [kind, modelOf(kind)])),
};

/** The step in which a requested dialog opens. */
export const dialogArrives = (kind: DialogKind): Cue => ({
  to: 'dialogs',
  step: {
    kind: 'done',
    actor: 'loadDialog',
    output: dialogCharts[kind],
    says: 'loadDialog answers',
  },
});
