import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { walkedInBrowser } from '../../tests/browser/paths/browser-paths.ts';
import { fingerprintOfFiles, root } from '../build/fingerprint.ts';
import { descriptorFiles } from '../paths/charts.ts';

/** What a fingerprint of a chart's behaviour (0270) does not see: fingerprints of files, by chart. */
export type FilePrints = Readonly<Record<string, string>>;

type Places = {
  /** the chart's folder in machines/ */
  folder: string;
  /** the test file of its walks */
  walk: string;
  /** by folder of src/features/, the text of its modules */
  features: Readonly<Record<string, string>>;
};

/** The folder of a chart, its walk, and each feature with a module that imports from that folder. */
export const inputsOf = ({ folder, walk, features }: Places): string[] => {
  const showing = Object.keys(features).filter((one) => features[one]?.includes(`${folder}/`));
  return [folder, `${dirname(walk)}/${basename(walk, '.spec.ts')}.*.ts`, ...showing];
};

const isOfTests = (file: string): boolean => /\.test(-kit)?\.tsx?$/.test(file);

/** Of the modules of a folder, without what only tests use. */
export const textOf = (folder: string): string =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
    .filter((file) => !isOfTests(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');

const filesOf = (inputs: readonly string[]): string[] =>
  inputs
    .flatMap((input) => globSync(/\*/.test(input) ? input : `${input}/**/*.*`, { cwd: root }))
    .filter((file) => !isOfTests(file))
    .sort();

/** Of every chart that has a walk in a browser. */
export const filePrintsNow = async (): Promise<FilePrints> => {
  const folders = globSync('src/features/*', { cwd: root });
  const features = Object.fromEntries(folders.map((folder) => [folder, textOf(folder)]));
  const prints = [...(await walkedInBrowser())].map(([chart, { file: walk }]) => {
    const folder = dirname(descriptorFiles[chart] ?? '');
    return [chart, fingerprintOfFiles(filesOf(inputsOf({ folder, walk, features })), chart)];
  });
  return Object.fromEntries(prints);
};
