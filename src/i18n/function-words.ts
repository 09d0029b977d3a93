import type { MessageId } from './message-id.ts';

type FunctionWords = {
  /** within its group: "2×, fast" */
  name: MessageId;
  hint: MessageId;
  /** on its own: "Upscale 2×, fast" */
  full: MessageId;
};

const words: Record<string, FunctionWords> = {
  'upscale-2x-fast': {
    name: 'function.upscale2xFast.name',
    hint: 'function.upscale2xFast.hint',
    full: 'function.upscale2xFast.full',
  },
  'upscale-2x-fine': {
    name: 'function.upscale2xFine.name',
    hint: 'function.upscale2xFine.hint',
    full: 'function.upscale2xFine.full',
  },
  'upscale-4x-fast': {
    name: 'function.upscale4xFast.name',
    hint: 'function.upscale4xFast.hint',
    full: 'function.upscale4xFast.full',
  },
  'upscale-4x-fine': {
    name: 'function.upscale4xFine.name',
    hint: 'function.upscale4xFine.hint',
    full: 'function.upscale4xFine.full',
  },
  enhance: {
    name: 'function.enhance.name',
    hint: 'function.enhance.hint',
    full: 'function.enhance.name',
  },
  denoise: {
    name: 'function.denoise.name',
    hint: 'function.denoise.hint',
    full: 'function.denoise.name',
  },
  'face-blur': {
    name: 'function.faceBlur.name',
    hint: 'function.faceBlur.hint',
    full: 'function.faceBlur.name',
  },
  'face-portrait': {
    name: 'function.facePortrait.name',
    hint: 'function.facePortrait.hint',
    full: 'function.facePortrait.name',
  },
};

/** Words for a function of ours; undefined for an operator's, which brings its own names. */
export const functionWords = (code: string): FunctionWords | undefined =>
  Object.hasOwn(words, code) ? words[code] : undefined;
