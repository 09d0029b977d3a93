import { type Copy, DockerfileParser, type From, type Instruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';

type Stage = { from: From; instructions: Instruction[] };

/** A tag that names one version, such as `18.6-trixie`, or a digest. */
const pin = /:v?\d+\.\d+[\w.-]*$|@sha256:[0-9a-f]{64}$/;

/** Returns true if an image is pinned to a version. `18` and `latest` change without notice. */
export const isPinned = (image: string): boolean => pin.test(image);

function stagesOf(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      stages.push({ from: instruction as From, instructions: [] });
    } else stages.at(-1)?.instructions.push(instruction);
  }
  return stages;
}

const ofKind = ({ instructions }: Stage, keyword: string) =>
  instructions.filter((one) => one.getKeyword() === keyword);

/** Returns the problems of base images, one per line. */
function imageProblems(stages: readonly Stage[], nodeVersion: string): string[] {
  const names = stages.map(({ from }) => from.getBuildStage());
  const images = stages
    .map(({ from }) => from.getImage() ?? '')
    .filter((image) => !names.includes(image));
  return images.flatMap((image) => [
    ...(isPinned(image) ? [] : [`${image} is not pinned to a version`]),
    ...(image.startsWith('node:') && !image.startsWith(`node:${nodeVersion}-`)
      ? [`${image} differs from Node ${nodeVersion} in package.json`]
      : []),
  ]);
}

type Copied = { from: string | null; sources: string[] };

const copiesOf = (stage: Stage): Copied[] =>
  ofKind(stage, 'COPY').map((one) => ({
    from: (one as Copy).getFromFlag()?.getValue() ?? null,
    sources: one
      .getArguments()
      .map((argument) => argument.getValue())
      .slice(0, -1),
  }));

const isBelow = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);

/** Returns the problems of the stage that becomes the image. */
function lastStageProblems(stage: Stage, needed: readonly string[]): string[] {
  const [user] = ofKind(stage, 'USER').map((one) => one.getArgumentsContent());
  const command = ofKind(stage, 'CMD').map((one) => one.getArgumentsContent() ?? '');
  const copied = copiesOf(stage).flatMap(({ sources }) => sources);
  return [
    ...(user && !/^(root|0)\b/.test(user) ? [] : ['the image runs as root: add USER']),
    ...(ofKind(stage, 'HEALTHCHECK').length > 0 ? [] : ['the image has no HEALTHCHECK']),
    ...(command[0]?.startsWith('["node"')
      ? []
      : ['a stop signal does not reach node: write CMD ["node", …]']),
    ...needed
      .filter((file) => !copied.some((source) => isBelow(file, source)))
      .map((file) => `the server needs ${file}, which the image does not contain`),
  ];
}

/** Facts about the repository that a Dockerfile must agree with. */
export type Repository = {
  /** version of the package `node` */
  nodeVersion: string;
  /** files that the programs of the image import */
  needed: readonly string[];
  exists(path: string): boolean;
};

/** Returns the problems of a Dockerfile, one per line. */
export function dockerfileProblems(text: string, repository: Repository): string[] {
  const stages = stagesOf(text);
  const missing = stages
    .flatMap(copiesOf)
    .filter(({ from }) => from === null)
    .flatMap(({ sources }) => sources)
    .filter((source) => !repository.exists(source));
  const last = stages.at(-1);
  return [
    ...validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`),
    ...imageProblems(stages, repository.nodeVersion),
    ...missing.map((source) => `${source} is copied, but does not exist`),
    ...(last ? lastStageProblems(last, repository.needed) : []),
  ];
}
