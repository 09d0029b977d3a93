import { formatName } from '../../i18n/format-names.ts';

/** Returns the name of a file format by its media type. */
export const kindOf = (mime: string): string => formatName(mime.split('/')[1] ?? mime);
