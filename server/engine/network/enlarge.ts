import type { FunctionRun } from '../functions/function.ts';
import { enlargeAlpha } from '../image/transparency.ts';
import { type NetworkSpec, runTiled, tilesOf } from './run-tiled.ts';

type Tools = Pick<FunctionRun, 'photo' | 'sessions' | 'createSink' | 'resumed' | 'checkpoint'>;

/**
 * Writes the enlarged photo. The network computes the colour; the opacity is interpolated. Each row
 * of tiles depends only on the photo, so the rows of an earlier attempt are skipped.
 */
export async function enlarge(tools: Tools, spec: NetworkSpec): Promise<void> {
  const { photo, sessions, createSink, checkpoint } = tools;
  const { alpha } = photo;
  const { scale } = spec;
  const width = photo.width * scale;
  const height = photo.height * scale;
  const { file, parameters: _ofOptions, ...plan } = spec;
  const { tops, lefts } = tilesOf(photo, spec);
  const ends = [...tops.slice(1), photo.height].map((row) => row * scale);
  // The provider is part of the plan, because integer and float networks give different bytes.
  const provider = await sessions.providerOf(file);
  const strips = {
    network: provider.file,
    plan: { ...plan, lefts, provider: provider.name },
    ends,
  };
  const sink = await createSink({ width, height, alpha: alpha !== null, strips });
  const firstRow = sink.rows / scale;
  if (firstRow > 0) tools.resumed((ends.indexOf(sink.rows) + 1) / ends.length);
  if (firstRow === photo.height) return;
  const addAlpha = alpha ? await enlargeAlpha(alpha, photo, { scale, firstRow }) : undefined;
  await runTiled({
    picture: photo,
    spec,
    sessions,
    firstRow,
    onRows: (rows) => sink.write(addAlpha ? addAlpha(rows) : rows),
    onTile: (fraction) => checkpoint('running', fraction),
  });
}
