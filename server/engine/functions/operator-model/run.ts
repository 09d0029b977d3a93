import { Tensor } from 'onnxruntime-node';
import type { OptionValues } from '../../../../machines/model/functions.ts';
import { enlarge } from '../../network/enlarge.ts';
import { type FunctionRun, type Outcome, wholePhoto } from '../function.ts';
import type { FunctionManifest } from '../manifest.ts';
import { applyMask } from './apply-mask.ts';
import { changePainted } from './change-painted.ts';
import { brushOf } from './look.ts';

export async function run(tools: FunctionRun): Promise<Outcome> {
  const { manifest, photo, options } = tools;
  if (!manifest.network) throw new Error(`The operator model ${manifest.code} has no network`);
  const { layout, output, range, outputRange, ...network } = manifest.network;
  const parameters = parametersOf(manifest, options);
  if (output === 'mask') await applyMask(tools, manifest.network, parameters);
  else if (brushOf(manifest)) await changePainted(tools, manifest.network, parameters);
  else await enlarge(tools, { ...network, pixels: { layout, range, outputRange }, parameters });
  return { kind: 'succeeded', region: wholePhoto(photo) };
}

/**
 * Returns each option as a number: its value, the index of its choice, or 1 if a switch is on.
 * Strokes are left out, because they become a picture.
 */
export function parametersOf(
  { options }: Pick<FunctionManifest, 'options'>,
  values: OptionValues,
): Record<string, Tensor> {
  return Object.fromEntries(
    options
      .filter(({ kind }) => kind !== 'strokes')
      .map((option) => {
        const value = values[option.name];
        const number =
          option.kind === 'choice'
            ? option.choices.findIndex((choice) => choice.value === value)
            : Number(value);
        return [option.name, new Tensor('float32', Float32Array.of(number), [1])];
      }),
  );
}
