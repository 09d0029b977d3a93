import type { SnapshotFrom } from 'xstate';
import type { ChartRefs } from '../../machines/app/chart-refs.ts';

export type ChartId = keyof ChartRefs;
export type ChartSnapshot<Id extends ChartId> = SnapshotFrom<ChartRefs[Id]>;
export type ChartEvent<Id extends ChartId> = Parameters<ChartRefs[Id]['send']>[0];
