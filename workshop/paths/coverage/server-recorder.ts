import { subscribe } from 'node:diagnostics_channel';
import { keepMeasurement, lifecycleChannels, type Move } from './measurement.ts';

/*
 * Loaded into the server's process before the server, by `--import` or a setup file. Writes each
 * lifecycle transition at once, because a killed process writes nothing at its end.
 */
const by = process.env.LIGHTWELL_MEASURED_BY === 'browser' ? 'browser' : 'server';
const known = new Map<string, Move>();

for (const [chart, channel] of Object.entries(lifecycleChannels)) {
  subscribe(channel, (message) => {
    const { from, event, to } = message as Omit<Move, 'chart'>;
    const key = `${chart} ${from} ${event} ${to}`;
    if (known.has(key)) return;
    known.set(key, { chart, from, event, to });
    keepMeasurement(by, `server-${process.pid}-${Math.round(performance.timeOrigin)}`, {
      moves: [...known.values()],
    });
  });
}
