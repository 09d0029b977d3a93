import type {
  EncodedPicture,
  FileWish,
  PictureSource,
  SaveFormat,
} from '../model/picture-format.ts';
import type { ConnectionEvent } from '../ports/connection.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';

/** A picture from which the visitor may make a file. */
export type OpenPicture = {
  /** the chart that has opened the picture */
  requester: 'result' | 'studio';
  source: PictureSource;
  /** size in pixels */
  width: number;
  height: number;
  /** formats on offer */
  formats: readonly SaveFormat[];
  /** format to suggest, unless it is JPEG and the picture has transparent parts */
  suggested: SaveFormat;
  /** format to suggest for a picture with transparent parts */
  suggestedTransparent: SaveFormat;
  /** code of the function, for product events */
  functionCode: string | null;
};

/** How the size of the file in bytes is limited: not at all, by a common limit, or by an own one. */
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
  /** the visitor's own limit in kilobytes, which may be out of range */
  ownKilobytes: number;
  /** the latest file with the wish that it fulfils, or null */
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
