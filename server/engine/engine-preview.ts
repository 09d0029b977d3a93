import type { PhotoSurvey } from '../../contract/ai-function.ts';
import type { OptionValues } from '../../machines/model/functions.ts';
import type { Asker } from './asker.ts';

export interface PreviewRequest {
  from?: Asker;
  /** code of a function that has a `preview` */
  code: string;
  /** every option has an allowed value */
  options: OptionValues;
  /** absolute paths of uploaded pictures, by the name of the option; not verified yet */
  pictures?: Readonly<Record<string, string>> | undefined;
  /** JPEG, PNG or WebP in base64, within the size that the function's `preview` allows */
  image: string;
  /** pictures of the whole photo, for a function that measures the photo */
  survey?: PhotoSurvey | undefined;
  signal: AbortSignal;
  /** called when the preview leaves the queue and starts to use the processor */
  onBegin?(): void;
}

/** Picture of a preview: a WebP in base64, and its size in pixels. */
export interface PreviewPicture {
  image: string;
  width: number;
  height: number;
  /** names of the options that the photo needs; absent if the function does not measure it */
  needs?: string[];
  /** number of faces for which an option does something, or does it differently, by option */
  faces?: Record<string, number>;
}
