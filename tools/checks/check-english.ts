import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/fingerprint.ts';

/*
 * Reports wording in comments, errors and pages that docs/style.md forbids. It finds only patterns;
 * readers decide whether a sentence is plain.
 */

const forbidden: readonly [pattern: RegExp, advice: string][] = [
  [/\b(whoever|whomever|nobody|somebody|anybody)\b/i, 'name the caller, visitor or process'],
  [/(?<!\bthere )\b(is|are) no (?!longer\b|external\b|effective\b)/i, 'write “is not a”'],
  [/\b(null|undefined) where\b/i, 'write “null if”'],
  [/\bnot\b.{0,60}\bany more\b/i, 'write “no longer”'],
  [
    /^(\/\*\*?|\*|\/\/) (Whether|Whom|To whom|Of what|What is|What was) /,
    'begin with a noun or a verb',
  ],
];

/** Pages that quote such wording, or that are generated. */
const exempt = [
  /^docs\/(glossary|style|requirements|charts|events|payments)\.md$/,
  /\.chart\.md$/,
  /^tools\/checks\/check-english\.ts$/,
];

/* Quoted names, such as the user "nobody" of an operating system, are allowed. */
const unquoted = (text: string): string => text.replaceAll(/"[^"]*"|`[^`]*`/g, '');

/** Returns the prose in a line, or '' if the line contains no prose. */
function proseOf(file: string, line: string): string {
  const text = line.trim();
  if (file.endsWith('.md') || /^(\/\*|\*|\/\/)/.test(text)) return unquoted(text);
  const error = /\b(?:\w*Error|fail|stop)\((['"`].*)/.exec(text)?.[1];
  return error ?? unquoted(/(?:^|\s)(\/\/ .*)/.exec(text)?.[1] ?? '');
}

const tracked = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md'], {
  cwd: root,
  encoding: 'utf8',
});
const files = tracked
  .split('\n')
  .filter((file) => file && !exempt.some((one) => one.test(file)) && existsSync(join(root, file)));

const problems = files.flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const prose = proseOf(file, line);
      return forbidden
        .filter(([pattern]) => pattern.test(prose))
        .map(([, advice]) => `${file}:${index + 1}: ${advice} (docs/style.md): ${line.trim()}`);
    }),
);

for (const problem of problems) console.log(problem);
console.log(`${files.length} files, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
