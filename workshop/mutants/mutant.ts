/** One change to one source file. The tests should detect it. */
export type Mutant = {
  /** path from the root of the repository */
  file: string;
  /** offsets in the file's text */
  start: number;
  end: number;
  /** the replacement */
  text: string;
  /** starting at 1 */
  line: number;
  /** description of the change */
  says: string;
};

export const applied = (source: string, { start, end, text }: Mutant): string =>
  source.slice(0, start) + text + source.slice(end);

export const told = ({ file, line, says }: Mutant): string => `${file}:${line} ${says}`;
