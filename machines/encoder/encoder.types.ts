import type {
  EncodedPicture,
  FileWish,
  PictureSource,
  SaveFormat,
} from '../model/picture-format.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';

/** A picture from which the visitor can make a file. */
export type OpenPicture = {
  /** the chart that has opened the picture */
  requester: 'result' | 'studio';
  source: PictureSource;
  /** size in pixels */
  width: number;
  height: number;
  /** formats that the visitor can choose */
  formats: readonly SaveFormat[];
  /** format to suggest, unless it is JPEG and the picture has transparent parts */
  suggested: SaveFormat;
  /** format to suggest for a picture with transparent parts */
  suggestedTransparent: SaveFormat;
  /** code of the function, for product events */
  functionCode: string | null;
};

/**
 * How the file's number of bytes is limited: not at all, by the usual limit, or by a limit that the
 * visitor enters.
 */
export type LimitKind = 'none' | 'usual' | 'own';

export type EncoderContext = {
  picture: OpenPicture | null;
  /** the chosen format, or null before a choice */
  format: SaveFormat | null;
  /** longest side of the file in pixels, or null for the size of the picture */
  side: number | null;
  /** quality in percent */
  quality: number;
  limit: LimitKind;
  /** the limit in kilobytes that the visitor has entered; may be out of range */
  ownKilobytes: number;
  /** the latest file and the wish that it was made for, or null */
  made: { file: EncodedPicture; wish: FileWish } | null;
  failure: PortFailure | null;
};

export type EncoderEvent =
  /** from the result page or the studio */
  | { type: 'picture.opened'; picture: OpenPicture }
  | { type: 'picture.closed' }
  | { type: 'format.chosen'; format: SaveFormat }
  | { type: 'side.chosen'; side: number | null }
  | { type: 'limit.chosen'; limit: LimitKind }
  | { type: 'limit.changed'; kilobytes: number }
  | { type: 'quality.changed'; quality: number }
  | { type: 'encoding.retried' }
  | { type: 'save.pressed' }
  | ConnectionEvent;

declare module '../charts.ts' {
  interface ChartEvents {
    encoder: EncoderEvent;
    resultEncoder: EncoderEvent;
  }
}
