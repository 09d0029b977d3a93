import { formatName } from '../../i18n/format-names.ts';

/** The name of a file's format by its media type. */
export const kindOf = (mime: string): string => formatName(mime.split('/')[1] ?? mime);
