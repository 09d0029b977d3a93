import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { dialogsMachine } from '../../machines/dialogs/dialogs.machine.ts';
import { overlayMachine } from '../../machines/overlay/overlay.machine.ts';
import { defineChart } from '../../src/devtools/tap/chart-definition.ts';
import { countTaken, importedCoverage, readCoverage, sessionCoverage } from './coverage.ts';
import { jsonChanges } from './json-changes.ts';
import { possibleEvents, readPayload } from './possible-events.ts';

describe('what can happen now', () => {
  const value = { open: { sight: 'away', progress: 'climbing', tips: 'second' } };
  const events = possibleEvents(defineChart(overlayMachine), value);

  it('is every event that an active state accepts, sendable ones first', () => {
    expect(events.map(({ type, canBeSent }) => [type, canBeSent])).toEqual([
      ['overlay.closed', true],
      ['overlay.finished', true],
      ['overlay.measured', true],
      ['overlay.opened', true],
      ['overlay.returned', true],
      ['xstate.after.tick.overlay.open.progress.climbing', false],
    ]);
  });

  it('lists the innermost state first', () => {
    const machine = createMachine({
      id: 'lamp',
      initial: 'on',
      on: { 'lamp.pressed': '.off' },
      states: { on: { on: { 'lamp.pressed': 'off' } }, off: {} },
    });
    const [pressed] = possibleEvents(defineChart(machine), 'on');
    expect(pressed?.transitions.map(({ source }) => source)).toEqual(['lamp.on', 'lamp']);
  });
});

describe('a payload', () => {
  it.each([
    ['', {}],
    ['{"a": 1}', { a: 1 }],
  ])('is read from "%s"', (text, payload) => {
    expect(readPayload(text)).toEqual({ payload });
  });

  it.each([
    ['{', 'JSON'],
    ['[1]', 'A payload is an object'],
    ['{"token": "‹secret hidden›"}', 'Replace ‹hidden› with a value first.'],
  ])('is refused with a sentence: %s', (text, sentence) => {
    expect(readPayload(text)).toEqual({ problem: expect.stringContaining(sentence) });
  });
});

describe('changes of a context', () => {
  it('name the path and both values', () => {
    const before = { a: 1, b: { c: 'x', d: 1 }, list: [1], gone: true };
    const after = { a: 1, b: { c: 'y', d: 1 }, list: [1, 2], born: null };
    expect(jsonChanges(before, after)).toEqual([
      { path: 'b.c', kind: 'changed', before: 'x', after: 'y' },
      { path: 'list', kind: 'changed', before: [1], after: [1, 2] },
      { path: 'gone', kind: 'removed', before: true, after: null },
      { path: 'born', kind: 'added', before: null, after: null },
    ]);
  });

  it('are empty for equal values', () => {
    expect(jsonChanges({ a: [{ b: 1 }] }, { a: [{ b: 1 }] })).toEqual([]);
  });
});

describe('coverage', () => {
  const chart = defineChart(dialogsMachine);
  const [first = '', second = ''] = chart.transitions.map(({ id }) => id);

  it('of the session counts the transitions taken', () => {
    const coverageOf = sessionCoverage(new Map([[first, 3]]));
    expect([first, second].map(coverageOf)).toEqual(['taken', 'open']);
    expect(countTaken(chart, coverageOf)).toEqual({ all: chart.transitions.length, taken: 1 });
  });

  it.each([
    ['rows', (rows: unknown) => rows],
    ['an object with rows', (charts: unknown) => ({ charts, transitions: 1 })],
  ])('is read from %s', (_, wrap) => {
    const rows = [{ chart: 'dialogs', transitions: 7, taken: 6, open: [second] }];
    const coverage = readCoverage(JSON.stringify(wrap(rows)));
    const coverageOf = importedCoverage(coverage, chart);
    expect([first, second].map(coverageOf)).toEqual(['taken', 'open']);
    expect(importedCoverage(coverage, { ...chart, id: 'other' })(first)).toBe('unknown');
  });

  it.each([
    ['{', 'it is not JSON'],
    ['{"rows": []}', 'it has no rows'],
  ])('refuses %s with a sentence', (text, sentence) => {
    expect(() => readCoverage(text)).toThrow(sentence);
  });
});
