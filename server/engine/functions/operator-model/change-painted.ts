import type { Tensor } from 'onnxruntime-node';
import { EngineError } from '../../engine.port.ts';
import type { Region } from '../../image/outputs.ts';
import { paintStrokes } from '../../image/paint-strokes.ts';
import { writeRows } from '../../image/write-rows.ts';
import { boxOf, type Plane } from '../../matte/plane.ts';
import type { FunctionRun } from '../function.ts';
import type { OperatorNetwork } from '../manifest.ts';
import { lookAt, resizedRgb, strokesOf } from './look.ts';

/** Side of the region that the network gets, in sides of the painted area. */
const surroundings = 2.5;
/** Longest side at which the painted area is measured, in pixels. */
const measuredSide = 512;

/** Writes the photo. The network changes the painted area, and sees what surrounds it. */
export async function changePainted(
  tools: FunctionRun,
  network: OperatorNetwork,
  parameters: Readonly<Record<string, Tensor>>,
): Promise<void> {
  const { photo, createSink, checkpoint } = tools;
  const { side } = network.tile;
  const region = regionAround(tools, side);
  if (!region) throw new EngineError('nothing_painted', 'No part of the photo is painted');
  const { result, pixels } = await lookAt({ tools, network, parameters, photo, region });
  const square = new Uint8Array(side * side * 3);
  const core = { strip: square, stripWidth: side, left: 0, columns: side, rows: side };
  pixels.copyCore(result, core);
  await checkpoint('running', 0.5);
  const whole = { left: 0, top: 0, width: side, height: side };
  const patch = await resizedRgb(square, whole, whole, region);
  const shares = paintStrokes(strokesOf(tools), { photo, region, size: region });
  const { width, height, alpha } = photo;
  await writeRows({
    photo,
    sink: await createSink({ width, height, alpha: alpha !== null }),
    change: (rgb, top, rows) => blend({ rgb, top, rows, width }, { region, patch, shares }),
    onRows: (fraction) => checkpoint('running', 0.5 + fraction / 2),
  });
}

/** Returns the part of the photo to give to the network, or null if nothing is painted. */
function regionAround(tools: FunctionRun, side: number): Region | null {
  const { photo } = tools;
  const { width, height } = photo;
  const factor = Math.min(1, measuredSide / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  };
  const region = { left: 0, top: 0, width, height };
  const painted = paintStrokes(strokesOf(tools), { photo, region, size });
  const box = boxOf(painted);
  if (!box) return null;
  const [across, down] = [width / size.width, height / size.height];
  const long = Math.max(box.width * across, box.height * down);
  const wanted = Math.max(side, Math.ceil(long * surroundings));
  const around = (start: number, length: number, most: number) => {
    const taken = Math.min(wanted, most);
    const from = Math.round(start + length / 2 - taken / 2);
    return [Math.max(0, Math.min(most - taken, from)), taken] as const;
  };
  const [left, wide] = around(box.left * across, box.width * across, width);
  const [top, high] = around(box.top * down, box.height * down, height);
  return { left, top, width: wide, height: high };
}

interface Part {
  rgb: Uint8Array;
  top: number;
  rows: number;
  width: number;
}

/** Replaces the painted pixels of some rows by those of the patch. */
function blend(
  { rgb, top, rows, width }: Part,
  { region, patch, shares }: { region: Region; patch: Uint8Array; shares: Plane },
): void {
  const first = Math.max(top, region.top);
  const end = Math.min(top + rows, region.top + region.height);
  for (let y = first; y < end; y += 1) {
    for (let x = 0; x < region.width; x += 1) {
      const from = (y - region.top) * region.width + x;
      const share = Math.max(0, shares.values[from] ?? 0);
      if (share === 0) continue;
      const to = ((y - top) * width + region.left + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const old = rgb[to + channel] ?? 0;
        rgb[to + channel] = Math.round(old + share * ((patch[from * 3 + channel] ?? 0) - old));
      }
    }
  }
}
