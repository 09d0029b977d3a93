import { type ShrinkRequest, shrinkPhoto } from './shrink-photo.ts';

export type ShrinkAnswer = { blob: Blob } | { error: string };

addEventListener('message', async ({ data }: MessageEvent<ShrinkRequest>) => {
  let answer: ShrinkAnswer;
  try {
    answer = {
      blob: await shrinkPhoto(data, (width, height) => new OffscreenCanvas(width, height)),
    };
  } catch (error) {
    answer = { error: error instanceof Error ? error.message : String(error) };
  }
  postMessage(answer);
});
