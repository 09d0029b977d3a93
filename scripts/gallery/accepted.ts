import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Environment } from './environment.ts';

const environmentFile = 'environment.json';

const below = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.webp'))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    : [];

/** The pictures that somebody has looked at and found right: `<variant>/<state id>.webp`. */
export class AcceptedPictures {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What made them; null when there are none yet. */
  environment(): Environment | null {
    const file = join(this.#folder, environmentFile);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Environment) : null;
  }

  read(variant: string, state: string): Buffer | null {
    const file = this.#file(variant, state);
    return existsSync(file) ? readFileSync(file) : null;
  }

  /** States that there are pictures of. */
  states(variant: string): string[] {
    return below(join(this.#folder, variant)).map((file) => file.replace(/\.webp$/, ''));
  }

  write(variant: string, state: string, picture: Buffer): void {
    const file = this.#file(variant, state);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, picture);
  }

  remove(variant: string, state: string): void {
    rmSync(this.#file(variant, state), { force: true });
  }

  writeEnvironment(environment: Environment): void {
    mkdirSync(this.#folder, { recursive: true });
    const json = JSON.stringify(environment, null, 2);
    writeFileSync(join(this.#folder, environmentFile), `${json}\n`);
  }

  #file(variant: string, state: string): string {
    return join(this.#folder, variant, `${state}.webp`);
  }
}
