import { subscribe } from 'node:diagnostics_channel';
import { keepMeasurement, type Move } from './measurement.ts';

/*
 * Loaded into a process that runs the server, before the server (`--import`, or a setup file):
 * writes every move of a task immediately, because a killed process writes nothing at its end.
 */
const by = process.env.LIGHTWELL_MEASURED_BY === 'browser' ? 'browser' : 'server';
const known = new Map<string, Move>();

subscribe('lightwell:task', (message) => {
  const { from, event, to } = message as Move;
  const key = `${from} ${event} ${to}`;
  if (known.has(key)) return;
  known.set(key, { from, event, to });
  keepMeasurement(by, `server-${process.pid}-${Math.round(performance.timeOrigin)}`, {
    moves: [...known.values()],
  });
});
