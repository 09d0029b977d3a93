import { denoise } from './denoise.ts';
import { enhance } from './enhance.ts';
import { faceBlur } from './face-blur.ts';
import { facePortrait } from './face-portrait.ts';
import type { EngineFunction } from './function.ts';
import type { OperatorModel } from './operator-manifest.ts';
import { operatorFunction } from './operator-model.ts';
import { upscaleFunctions } from './upscale.ts';

/** Everything the engine can do, in the order to show it. */
export function catalogue(operatorModels: OperatorModel[]): EngineFunction[] {
  return [
    ...upscaleFunctions,
    enhance,
    denoise,
    faceBlur,
    facePortrait,
    ...operatorModels.map(operatorFunction),
  ];
}
