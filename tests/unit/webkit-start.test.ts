import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWebKit } from '../../workshop/browsers/webkit.ts';

/* Tests the reports about programs that do not start. Scripts stand in for the programs. */

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lightwell-webkit-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function program(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return path;
}

const forever = 'exec tail -f /dev/null';
const open = (display: string, driver: string) =>
  openWebKit(
    { display: program('display', display), driver: program('driver', driver), browser: 'none' },
    300,
  );

it('reports that the display does not start, and how to see why', async () => {
  await expect(open('exit 1', forever)).rejects.toThrow(/display did not start a display.*Run it/s);
  await expect(open(forever, forever)).rejects.toThrow(/display did not start a display.*Run it/s);
});

it('reports that the driver does not answer, and how to see why', async () => {
  const display = `echo 99 >&3; ${forever}`;
  await expect(open(display, 'exit 1')).rejects.toThrow(/driver did not answer.*Run it/s);
  await expect(open(display, forever)).rejects.toThrow(/driver did not answer.*Run it/s);
});
