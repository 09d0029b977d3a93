import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from './environment.ts';
import { decode, encode, type Picture } from './picture.ts';
import { compose, cut, type Place } from './sheet.ts';

/** By state id. */
export type Pictures = ReadonlyMap<string, Picture>;

const environmentFile = 'environment.json';
const small = 5;

const spell = ({ x, y, width, height }: Place): string => `${x} ${y} ${width} ${height}`;

function readPlace(words: string): Place {
  const [x = 0, y = 0, width = 0, height = 0] = words.split(' ').map(Number);
  return { x, y, width, height };
}

const chartOf = (state: string): string => state.split('/')[0] ?? '';

/**
 * The accepted pictures: one sheet per variant and chart, and a file that says where each state is
 * on it.
 */
export class AcceptedPictures {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The environment they were made in; null when there are none yet. */
  environment(): Environment | null {
    const file = join(this.#folder, environmentFile);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Environment) : null;
  }

  writeEnvironment(environment: Environment): void {
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(join(this.#folder, environmentFile), `${JSON.stringify(environment, null, 2)}\n`);
  }

  async read(variant: string): Promise<Pictures> {
    const charts = await Promise.all(
      this.#charts(variant).map((chart) => this.#readChart(variant, chart)),
    );
    return new Map(charts.flat());
  }

  /** Replaces all pictures of a variant. */
  async write(variant: string, pictures: Pictures): Promise<void> {
    rmSync(join(this.#folder, variant), { recursive: true, force: true });
    mkdirSync(join(this.#folder, variant), { recursive: true });
    const groups = Map.groupBy(pictures, ([state]) => chartOf(state));
    for (const [chart, own] of groups) await this.#writeChart(variant, chart, own);
  }

  #charts(variant: string): string[] {
    const folder = join(this.#folder, variant);
    const files = existsSync(folder) ? readdirSync(folder) : [];
    return files.filter((file) => file.endsWith('.webp')).map((file) => file.slice(0, -5));
  }

  #file(variant: string, chart: string, kind: 'webp' | 'json'): string {
    return join(this.#folder, variant, `${chart}.${kind}`);
  }

  async #readChart(variant: string, chart: string): Promise<[string, Picture][]> {
    const sheet = await decode(readFileSync(this.#file(variant, chart, 'webp')));
    const places = JSON.parse(readFileSync(this.#file(variant, chart, 'json'), 'utf8')) as Record<
      string,
      string
    >;
    return Object.entries(places).map(([state, place]) => [state, cut(sheet, readPlace(place))]);
  }

  async #writeChart(variant: string, chart: string, own: [string, Picture][]): Promise<void> {
    const sorted = own.toSorted(([a], [b]) => (a < b ? -1 : 1));
    const { sheet, places } = compose(sorted.map(([, picture]) => picture));
    const named = sorted.map(([state], index) => [state, spell(places[index] as Place)]);
    const json = JSON.stringify(Object.fromEntries(named), null, 2);
    writeFileSync(this.#file(variant, chart, 'json'), `${json}\n`);
    writeFileSync(this.#file(variant, chart, 'webp'), await encode(sheet, small));
  }
}
