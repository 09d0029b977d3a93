import type { FunctionRun } from '../functions/function.ts';
import { enlargeAlpha, fillTransparent } from '../image/transparency.ts';
import { type NetworkSpec, runTiled } from './run-tiled.ts';

type Tools = Pick<FunctionRun, 'photo' | 'sessions' | 'createSink' | 'checkpoint'>;

/** Writes the photo as a network makes it: colour by the network, transparency interpolated. */
export async function enlarge(tools: Tools, spec: NetworkSpec): Promise<void> {
  const { photo, sessions, createSink, checkpoint } = tools;
  const { alpha } = photo;
  const width = photo.width * spec.scale;
  const height = photo.height * spec.scale;
  const sink = await createSink({ width, height, alpha: alpha !== null });
  const addAlpha = alpha ? await enlargeAlpha(alpha, photo, spec.scale) : undefined;
  await runTiled({
    picture: alpha ? { ...photo, rgb: await fillTransparent(photo.rgb, alpha, photo) } : photo,
    spec,
    sessions,
    onRows: (rows) => sink.write(addAlpha ? addAlpha(rows) : rows),
    onTile: (fraction) => checkpoint('running', fraction),
  });
}
