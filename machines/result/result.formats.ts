import { type SaveFormat, saveFormatsOf, suggestedFormat } from '../model/picture-format.ts';
import type { ResultContext } from './result.types.ts';

/* Functions for the formats in which the result on screen can be saved. */

const none: readonly SaveFormat[] = ['delivered'];

export const formatsIn = ({ record, ways }: ResultContext): readonly SaveFormat[] =>
  record?.result ? saveFormatsOf(record.result, ways) : none;

/** Returns the format to suggest, which is usually the format of the visitor's photo. */
export const suggestedIn = (context: ResultContext): SaveFormat => {
  const { record, made } = context;
  if (!record) return 'delivered';
  return suggestedFormat(record, formatsIn(context), made?.isTransparent ?? false);
};

/** Returns the format that the visitor has chosen, or the suggested format before a choice. */
export const formatIn = (context: ResultContext): SaveFormat =>
  context.format ?? suggestedIn(context);

/** Returns the file in the chosen format and quality, or null until the file is made. */
export const madeIn = (context: ResultContext) => {
  const { made, quality } = context;
  const isWanted = made?.format === formatIn(context) && made.quality === quality;
  return isWanted ? made : null;
};
