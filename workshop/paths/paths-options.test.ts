import { afterEach, describe, expect, it, vi } from 'vitest';
import { noWindow } from './browser-walks.ts';
import { readWish } from './paths-options.ts';

const wish = (call: string) => readWish(call.split(' ').filter((word) => word !== ''));

afterEach(() => vi.unstubAllEnvs());

describe('a call of npm run paths', () => {
  it('lists everything if no name is given', () => {
    expect(wish('')).toMatchObject({ names: [], as: 'text', isRun: false, isBrowser: false });
  });

  it.each([
    ['--run studio --headed', 1000],
    ['--run studio --headed --speed 0.5', 2000],
    ['--run studio --headed --speed 4', 250],
    ['--run studio --headed --slow-ms 3000', 3000],
    ['--run studio --browser', 0],
  ])('reads %s as walks in a browser with %i ms per step', (call, stepMs) => {
    expect(wish(call)).toMatchObject({ names: ['studio'], isRun: true, isBrowser: true, stepMs });
  });

  it('splits the steps of a path', () => {
    expect(wish('toast --events toast.requested,toast.dismissed --run')).toMatchObject({
      isRun: true,
      steps: ['toast.requested', 'toast.dismissed'],
    });
  });

  it('accepts nothing under CI, because no person reads there', () => {
    vi.stubEnv('CI', '');
    expect(wish('studio --accept')).toMatchObject({ names: ['studio'], kept: 'accept' });
    vi.stubEnv('CI', 'true');
    expect(() => wish('studio --accept')).toThrow('it writes nothing under CI');
  });

  it.each([
    ['--format pdf', 'There is no format “pdf”; there are text, json, mermaid, markdown'],
    [
      '--run studio --headed --speed fast',
      '--speed must be a number above 0, such as 0.5, not “fast”',
    ],
    ['--run studio --headed --speed 0', '--speed must be a number above 0, such as 0.5, not “0”'],
    ['--run studio --headed --speed -1', '--speed must be a number above 0, such as 0.5, not “-1”'],
    ['--run studio --headed --slow-ms -5', '--slow-ms takes a whole number above 0, not “-5”'],
    ['--run studio --headed --slow-ms x', '--slow-ms takes a whole number above 0, not “x”'],
    ['--run studio --headed --speed 1 --slow-ms 5', 'give one of them'],
    ['--run studio --speed 2', '--speed and --slow-ms need --run with --headed or --browser'],
    ['studio --headed', '--headed shows walks in a window, so it needs --run'],
    ['--run --path 2', '--path needs the name of one chart'],
    ['--to chosen', '--to needs the name of one chart'],
    ['studio --to chosen --path 2', '--path and --to select one path each'],
    ['studio --events a --run --browser', '--events makes a new path'],
    ['studio --to chosen --changes', 'compare whole charts'],
    ['studio --path two', '--path takes a whole number above 0, not “two”'],
    ['--random many', '--random takes a whole number above 0, not “many”'],
    ['studio --random 5 --run', '--random makes new paths'],
    ['studio --seed 7', '--seed and --length need --random'],
    ['studio --run --length 9', '--seed and --length need --random'],
    ['--together', '--together needs --random'],
    ['studio --random 5 --together', '--together needs --random and no names'],
    ['--random 5 --format json', 'it cannot be combined with --format'],
    ['--random 5 --format text', 'it cannot be combined with --format'],
    ['--run --format mermaid', 'text and json, not mermaid'],
    ['--run studio --browser --format markdown', 'text and json, not markdown'],
    ['studio --accept --run', '--changes and --accept compare whole charts'],
    ['--sideways', "Unknown option '--sideways'"],
  ])('refuses %s with a sentence', (call, sentence) => {
    expect(() => wish(call)).toThrow(sentence);
  });
});

describe('a window', () => {
  it('cannot open without a display, and the message names an alternative', () => {
    expect(noWindow('linux', {})).toMatch(/no display here .* --run --browser walks/);
  });

  it('can open with a display, or where there always is one', () => {
    const wayland = { WAYLAND_DISPLAY: 'wayland-0' };
    const seen = [
      noWindow('linux', { DISPLAY: ':0' }),
      noWindow('linux', wayland),
      noWindow('darwin', {}),
    ];
    expect(seen).toEqual([undefined, undefined, undefined]);
  });
});
