import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { overlayMachine } from '../../machines/overlay/overlay.machine.ts';
import { toastMachine } from '../../machines/toast/toast.machine.ts';
import { createTap } from '../../src/devtools/tap/tap.ts';
import { NewsWriter } from '../../src/devtools/wire/news-writer.ts';
import { readRecording, writeRecording } from './recording.ts';
import { createSession, momentAt, type Session, takeNews } from './session.ts';

const info = { build: 'b1', recordedAt: '2026-11-20T12:00:00.000Z', page: '/' };

const record = (machine: typeof overlayMachine | typeof toastMachine): Session => {
  const clock = new SimulatedClock();
  const tap = createTap({ now: () => clock.now() });
  const actor = createActor(machine, { clock, inspect: tap.inspect, systemId: machine.id }).start();
  actor.send({ type: 'overlay.opened', counter: true } as never);
  actor.send({ type: 'toast.requested', message: { id: 'saved' }, kind: 'info' } as never);
  for (let tick = 0; tick < 20; tick += 1) clock.increment(200);
  actor.send({ type: 'overlay.left' } as never);
  const session = createSession();
  const writer = new NewsWriter();
  takeNews(session, writer.write(tap.actors(), tap.entries()));
  return session;
};

const fileOf = (session: Session, change: object = {}) =>
  JSON.stringify({ ...writeRecording(session, info), ...change });

const reading =
  (file: string, running: Parameters<typeof readRecording>[1] = null) =>
  () =>
    readRecording(file, running);

describe('recording', () => {
  it('is read back unchanged', () => {
    const session = record(overlayMachine);
    const { session: opened, info: about, notes } = readRecording(fileOf(session), null);
    expect(opened.entries.map(({ before: _, ...entry }) => entry)).toEqual(
      session.entries.map(({ before: _, ...entry }) => entry),
    );
    expect(about).toEqual(info);
    expect(notes).toEqual([]);
    const [actor = ''] = session.actors.keys();
    for (const seq of [1, 2, 3, null]) {
      expect(momentAt(opened, actor, seq)).toEqual(momentAt(session, actor, seq));
    }
  });

  it('adds no note if the same build is running', () => {
    const session = record(overlayMachine);
    const running = { build: 'b1', session: record(overlayMachine) };
    expect(readRecording(fileOf(session), running).notes).toEqual([]);
  });

  it('names the chart that has changed since, and the difference', () => {
    const session = record(overlayMachine);
    const running = record(overlayMachine);
    for (const chart of running.charts.values()) {
      const states = chart.root.states.filter((state) => state.key !== 'hidden');
      running.charts.set(chart.fingerprint, {
        ...chart,
        fingerprint: 'other',
        root: { ...chart.root, states },
      });
    }
    expect(readRecording(fileOf(session), { build: 'b2', session: running }).notes).toEqual([
      'Recorded with build b1, while build b2 is running: the chart “overlay” has changed: its state “overlay.hidden” is gone. It is shown as it was recorded.',
    ]);
  });

  it('names a chart that is not running', () => {
    const running = { build: 'b2', session: record(toastMachine) };
    expect(readRecording(fileOf(record(overlayMachine)), running).notes).toEqual([
      'Recorded with build b1, while build b2 is running: the chart “overlay” is not running on this page. It is shown as it was recorded.',
    ]);
  });

  it.each([
    ['{', 'This file is not a recording: it is not JSON.'],
    ['{"charts": []}', 'its format is not “lightwell-recording”'],
    [
      '{"format": "lightwell-recording", "version": 9}',
      'This recording has format version 9; this inspector reads version 1.',
    ],
  ])('refuses %s with a sentence', (file, sentence) => {
    expect(reading(file)).toThrow(sentence);
  });

  it('names the place at which a file is damaged', () => {
    const file = fileOf(record(overlayMachine), { entries: [{ seq: 'one' }] });
    expect(reading(file)).toThrow('The recording is damaged at “entries.0.seq”');
  });

  it('refuses a recording that does not match its own chart', () => {
    const session = record(overlayMachine);
    const [chart] = writeRecording(session, info).charts;
    const file = fileOf(session, { charts: [{ ...chart, transitions: [] }] });
    expect(reading(file)).toThrow(
      'The recording does not match its own chart “overlay”: event 2 took the transition',
    );
  });
});
