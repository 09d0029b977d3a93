import { denoise } from './denoise/manifest.ts';
import { enhance } from './enhance/manifest.ts';
import { faceBlur } from './face-blur/manifest.ts';
import { facePortrait } from './face-portrait/manifest.ts';
import type { FunctionManifest } from './manifest.ts';
import { upscalers } from './upscale/manifest.ts';

/** Every function of ours, in the order to show them. */
export const manifests: readonly FunctionManifest[] = [
  ...upscalers,
  enhance,
  denoise,
  faceBlur,
  facePortrait,
];
