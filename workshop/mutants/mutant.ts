/** One change to one source file that a suite of tests should notice. */
export type Mutant = {
  /** path from the root of the repository */
  file: string;
  /** offsets into the file's text */
  start: number;
  end: number;
  /** what stands there instead */
  text: string;
  /** counted from 1 */
  line: number;
  /** what was changed, in words */
  says: string;
};

export const applied = (source: string, { start, end, text }: Mutant): string =>
  source.slice(0, start) + text + source.slice(end);

export const told = ({ file, line, says }: Mutant): string => `${file}:${line} ${says}`;
