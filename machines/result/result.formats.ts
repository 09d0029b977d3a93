import { type SaveFormat, saveFormatsOf, suggestedFormat } from '../model/picture-format.ts';
import type { ResultContext } from './result.types.ts';

/* The formats of the result on screen. */

const none: readonly SaveFormat[] = ['delivered'];

export const formatsIn = ({ record, ways }: ResultContext): readonly SaveFormat[] =>
  record?.result ? saveFormatsOf(record.result, ways) : none;

/** The format to suggest: the one of the visitor's photo. */
export const suggestedIn = (context: ResultContext): SaveFormat => {
  const { record, made } = context;
  if (!record) return 'delivered';
  return suggestedFormat(record, formatsIn(context), made?.isTransparent ?? false);
};

/** The visitor's choice, or before one the suggestion. */
export const formatIn = (context: ResultContext): SaveFormat =>
  context.format ?? suggestedIn(context);

/** The file in the chosen format and quality, or null until it is made. */
export const madeIn = (context: ResultContext) => {
  const { made, quality } = context;
  const isWanted = made?.format === formatIn(context) && made.quality === quality;
  return isWanted ? made : null;
};
