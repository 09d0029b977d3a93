import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Thrown for a wrong command line. The message is a sentence. */
export class BadCall extends Error {
  override name = 'BadCall';
}

export const fail = (sentence: string): never => {
  throw new BadCall(sentence);
};

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Joins each option of a command line with its value. Node would otherwise parse the -1 of `--speed
 * -1` as another option.
 */
const withValues = (args: readonly string[], options: Options): string[] => {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1) ?? '';
    const isAwaited = before.startsWith('--') && options[before.slice(2)]?.type === 'string';
    if (isAwaited && /^-[\d.]/.test(arg)) joined.splice(-1, 1, `${before}=${arg}`);
    else joined.push(arg);
  }
  return joined;
};

type Config<Known extends Options, Names extends boolean> = {
  options: Known;
  allowPositionals: Names;
};

/** Returns the options of a command line. @throws BadCall */
export const readOptions = <const Known extends Options, const Names extends boolean>(
  args: readonly string[],
  { options, allowPositionals }: Config<Known, Names>,
) => {
  try {
    return parseArgs({ args: withValues(args, options), options, allowPositionals });
  } catch (thrown) {
    return fail(thrown instanceof Error ? thrown.message : String(thrown));
  }
};

export const wholeNumber = (name: string, given: string): number => {
  const value = Number(given);
  return Number.isSafeInteger(value) && value > 0
    ? value
    : fail(`--${name} takes a whole number above 0, not “${given}”`);
};

/** Prints the error of a command line, and the usage. Rethrows other errors. */
const explain = (thrown: unknown, usage: string): void => {
  if (!(thrown instanceof BadCall)) throw thrown;
  console.error(`${thrown.message}\n\n${usage}`);
};

/**
 * Runs a command. The exit code is the number that the command returns, 0 for true, 1 for false, or
 * 2 after a BadCall.
 */
export const obeyCall = async (
  usage: string,
  obey: (args: string[]) => boolean | number | Promise<boolean | number>,
): Promise<void> => {
  try {
    const end = await obey(process.argv.slice(2));
    process.exitCode = typeof end === 'number' ? end : Number(!end);
  } catch (thrown) {
    explain(thrown, usage);
    process.exitCode = 2;
  }
};
