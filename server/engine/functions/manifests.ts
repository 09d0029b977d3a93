import { better } from './better/manifest.ts';
import { cutOut } from './cut-out/manifest.ts';
import { denoise } from './denoise/manifest.ts';
import { enhance } from './enhance/manifest.ts';
import { facePortrait } from './face-portrait/manifest.ts';
import { hide } from './hide/manifest.ts';
import type { FunctionManifest } from './manifest.ts';
import { upscalers } from './upscale/manifest.ts';

/** All built-in functions, in display order. */
export const manifests: readonly FunctionManifest[] = [
  better,
  ...upscalers,
  enhance,
  denoise,
  cutOut,
  hide,
  facePortrait,
];
