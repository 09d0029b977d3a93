import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Finding } from './finding.ts';
import { compare, encode, type Picture } from './picture.ts';
import { reportPage } from './report-page.ts';
import type { Taken } from './take-pictures.ts';

const quick = 2;

/** The folder of a run's pictures, and its findings. */
export class Findings {
  readonly all: Finding[] = [];
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }

  /** Stores the picture and reports errors of the page itself. */
  async keep({ variant, state, picture, faults }: Taken): Promise<void> {
    const now = this.#write(`${variant}/${state}.webp`, await encode(picture, quick));
    for (const says of faults)
      this.all.push({ kind: 'fault', variant, state, says, files: { now } });
  }

  /** Compares the picture with the accepted one. */
  async hold({ variant, state, picture }: Taken, accepted: Picture | undefined): Promise<void> {
    const now = `${variant}/${state}.webp`;
    if (!accepted) {
      const says = 'There is no accepted picture of it.';
      this.all.push({ kind: 'unknown', variant, state, says, files: { now } });
      return;
    }
    const difference = compare(accepted, picture);
    if (!difference) return;
    const place = `differences/${variant}/${state}`;
    const before = this.#write(`${place}.before.webp`, await encode(accepted, quick));
    const files: Finding['files'] = { now, before };
    if (difference.picture) {
      const where = await encode(difference.picture, quick);
      files.difference = this.#write(`${place}.difference.webp`, where);
    }
    const says = difference.picture
      ? `${difference.pixels} pixels differ from the accepted picture.`
      : 'It has another size than the accepted picture.';
    this.all.push({ kind: 'difference', variant, state, says, files });
  }

  /** Accepted pictures of states that no longer exist. */
  addStale(variant: string, states: readonly string[]): void {
    for (const state of states) {
      const says = 'There is an accepted picture, but no such state.';
      this.all.push({ kind: 'stale', variant, state, says, files: {} });
    }
  }

  /** @returns the file, or null when there is nothing to look at */
  writeReport(): string | null {
    if (this.all.length === 0) return null;
    return join(this.#folder, this.#write('report.html', Buffer.from(reportPage(this.all))));
  }

  #write(path: string, content: Buffer): string {
    const file = join(this.#folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return path;
  }
}
