import { StorageError } from '../storage-error.ts';

/*
 * Parser for multipart/form-data (RFC 7578). The caller pulls one part after the other. There are
 * no event handlers, so malformed input always rejects the call that reads it.
 */

const maxHeaders = 16;
const maxLineBytes = 2000;
const lineEnd = Buffer.from('\r\n');

const malformed = (message: string) => new StorageError('MalformedPOSTRequest', message);

/** A boundary has 1 to 70 characters, and the last character is not a space (RFC 2046, 5.1.1). */
const boundaryShape = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/;

/** Matches one `; name="value"` or `; name=value`. */
const parameter = /\s*;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*/y;

/** Returns the parameters after the first word of a header, or undefined if they are malformed. */
function parametersOf(value: string, start: number): Map<string, string> | undefined {
  const found = new Map<string, string>();
  parameter.lastIndex = start;
  while (parameter.lastIndex < value.length) {
    const [whole, name, quoted, bare = ''] = parameter.exec(value) ?? [];
    // The rest is checked without a regular expression, which would take quadratic time on a header
    // of spaces.
    if (!whole || !name) return ['', ';'].includes(value.slice(start).trim()) ? found : undefined;
    start = parameter.lastIndex;
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), quoted ?? bare);
  }
  return found;
}

/**
 * Returns the boundary of a form.
 * @throws StorageError if the type is not multipart/form-data with a boundary
 */
export function boundaryOf(contentType: string | undefined): string {
  const word = /^\s*multipart\/form-data(?=\s*(;|$))/i.exec(contentType ?? '')?.[0];
  if (!contentType || !word)
    throw malformed('The content type of the request is not multipart/form-data.');
  const boundary = parametersOf(contentType, word.length)?.get('boundary') ?? '';
  if (!boundaryShape.test(boundary)) throw malformed('The form has no valid boundary.');
  return boundary;
}

/**
 * Returns the name of a part.
 * @throws StorageError if the part has no name
 */
function nameOf(lines: readonly string[]): string {
  for (const line of lines) {
    const start = /^content-disposition:\s*form-data/i.exec(line)?.[0];
    const name = start && parametersOf(line, start.length)?.get('name');
    if (name) return name;
  }
  throw malformed('A part of the form has no name.');
}

export type FormPart = { name: string; body: AsyncIterable<Buffer> };

/** Creates a buffer for received bytes that are not processed yet. */
function createWindow(chunks: AsyncIterator<Buffer>) {
  let bytes: Buffer = lineEnd;

  async function more(): Promise<void> {
    const { value, done } = await chunks.next();
    if (done) throw new StorageError('IncompleteBody', 'The end of the form is missing.');
    bytes = bytes.length === 0 ? value : Buffer.concat([bytes, value]);
  }

  return {
    /** Yields the bytes before `mark`, then skips the mark. */
    async *until(mark: Buffer): AsyncGenerator<Buffer> {
      for (;;) {
        const at = bytes.indexOf(mark);
        const certain = at < 0 ? Math.max(0, bytes.length - mark.length + 1) : at;
        const taken = bytes.subarray(0, certain);
        bytes = bytes.subarray(at < 0 ? certain : at + mark.length);
        if (taken.length > 0) yield taken;
        if (at >= 0) return;
        await more();
      }
    },
    async line(): Promise<string> {
      for (;;) {
        const at = bytes.indexOf(lineEnd);
        if (at > maxLineBytes || (at < 0 && bytes.length > maxLineBytes)) {
          throw malformed('A line of the form is too long.');
        }
        if (at >= 0) {
          const line = bytes.toString('utf8', 0, at);
          bytes = bytes.subarray(at + lineEnd.length);
          return line;
        }
        await more();
      }
    },
    /** Returns true at the end of the form, which is marked by two dashes. */
    async isLast(): Promise<boolean> {
      while (bytes.length < 2) await more();
      return bytes.toString('latin1', 0, 2) === '--';
    },
  };
}

async function readAll(body: AsyncIterable<Buffer>): Promise<void> {
  for await (const _chunk of body);
}

/**
 * Yields the parts in order. A body that the caller does not read is skipped.
 * @throws StorageError if the form is malformed or incomplete
 */
export async function* readParts(
  chunks: AsyncIterator<Buffer>,
  boundary: string,
): AsyncGenerator<FormPart> {
  const window = createWindow(chunks);
  const mark = Buffer.from(`\r\n--${boundary}`);
  await readAll(window.until(mark));
  while (!(await window.isLast())) {
    if ((await window.line()).trim() !== '') throw malformed('A boundary is followed by text.');
    const lines: string[] = [];
    for (let line = await window.line(); line !== ''; line = await window.line()) {
      if (lines.push(line) > maxHeaders)
        throw malformed('A part of the form has too many headers.');
    }
    const body = window.until(mark);
    yield { name: nameOf(lines), body };
    await readAll(body);
  }
}
