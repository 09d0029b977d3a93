type Cell = string | number | null;
export type Row = Record<string, Cell>;

const quoted = (cell: Cell) => {
  const text = String(cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Formats rows as CSV according to RFC 4180, with a header line. */
export function toCsv(columns: string[], rows: Row[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name] ?? null))];
  return lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}
