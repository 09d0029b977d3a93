import { enlarge } from '../../network/enlarge.ts';
import { enlargingNetwork } from '../../network/upscalers.ts';
import { type FunctionBody, wholePhoto } from '../function.ts';
import { modelOf, type UpscaleOptions, variants } from './manifest.ts';

export const run: FunctionBody<UpscaleOptions> = async (tools) => {
  const variant = variants.find(({ code }) => code === tools.manifest.code);
  if (!variant) throw new Error(`${tools.manifest.code} is not an upscaler`);
  const file = tools.modelFile(modelOf(variant));
  await enlarge(tools, enlargingNetwork(file, variant.scale));
  return { kind: 'succeeded', region: wholePhoto(tools.photo), longestSide: tools.options.side };
};
