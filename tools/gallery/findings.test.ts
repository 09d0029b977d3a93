import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { whyOther } from './environment.ts';
import { Findings } from './findings.ts';
import { chooseWanted } from './gallery-options.ts';
import type { GalleryState } from './page/gallery-data.ts';
import type { Picture } from './picture.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lightwell-findings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const grey = (value: number): Picture => ({
  width: 20,
  height: 20,
  pixels: Buffer.alloc(1600, value),
});

const taken = (picture: Picture, faults: string[] = []) => ({
  state: 'tray/chosen',
  variant: 'de-dark-390',
  picture,
  faults,
});

describe('a run', () => {
  test('finds nothing when the picture equals the accepted one', async () => {
    const findings = new Findings(folder);
    await findings.keep(taken(grey(90)));
    await findings.hold(taken(grey(90)), grey(90));
    expect(findings.all).toEqual([]);
    expect(findings.writeReport()).toBeNull();
    expect(existsSync(join(folder, 'de-dark-390/tray/chosen.webp'))).toBe(true);
  });

  test('reports a difference with the picture before, now, and the difference in red', async () => {
    const findings = new Findings(folder);
    await findings.keep(taken(grey(90)));
    await findings.hold(taken(grey(90)), grey(200));
    expect(findings.all).toMatchObject([
      {
        kind: 'difference',
        state: 'tray/chosen',
        says: '400 pixels differ from the accepted picture.',
      },
    ]);
    const report = readFileSync(findings.writeReport() ?? '', 'utf8');
    for (const file of Object.values(findings.all[0]?.files ?? {})) {
      expect(existsSync(join(folder, file))).toBe(true);
      expect(report).toContain(`src="${file}"`);
    }
  });

  test('reports states without a picture, pictures without a state, and page errors', async () => {
    const findings = new Findings(folder);
    await findings.keep(taken(grey(90), ['is 4 px wider than its window']));
    await findings.hold(taken(grey(90)), undefined);
    findings.addStale('de-dark-390', ['tray/gone']);
    expect(findings.all.map(({ kind, state, says }) => [kind, state, says])).toEqual([
      ['fault', 'tray/chosen', 'is 4 px wider than its window'],
      ['unknown', 'tray/chosen', 'There is no accepted picture of it.'],
      ['stale', 'tray/gone', 'There is an accepted picture, but no such state.'],
    ]);
  });
});

describe('accepted pictures from another machine', () => {
  const here = { browser: 'chromium 150', letters: 'ab', imaging: 'sharp 1' };

  test('are compared when the environment is the same', () => {
    expect(whyOther(here, { ...here })).toEqual([]);
  });

  test('are not compared when fonts or browser differ, and the run says so', () => {
    expect(whyOther(here, { ...here, letters: 'cd' })).toEqual(['the fonts draw other letters']);
    expect(whyOther(here, { ...here, browser: 'chromium 151' })).toEqual([
      'the browser is another (chromium 151 here, chromium 150 there)',
    ]);
  });
});

describe('--only', () => {
  const states = ['tray/chosen', 'tray/choosing.empty', 'toast/shown'].map(
    (id) => ({ id, chart: id.split('/')[0] }) as GalleryState,
  );
  const idsOf = (only?: string) => {
    const wanted = chooseWanted(states, only);
    return typeof wanted === 'string' ? wanted : wanted.map(({ id }) => id);
  };

  test('takes a chart or the beginning of an id', () => {
    expect(idsOf()).toHaveLength(3);
    expect(idsOf('tray')).toEqual(['tray/chosen', 'tray/choosing.empty']);
    expect(idsOf('tray/chos')).toEqual(['tray/chosen']);
  });

  test('answers an unknown chart with the charts there are', () => {
    expect(idsOf('checkout')).toBe(
      'The gallery has no chart or state “checkout”; its charts are tray, toast.',
    );
  });
});
