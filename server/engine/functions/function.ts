import type { RejectionReason } from '../../../contract/records.ts';
import type { FunctionOption, OptionValues } from '../../../machines/model/functions.ts';
import type { OwnColour, PictureKey, pictureToCome } from '../../../machines/model/own-value.ts';
import type { FoundRegion } from '../../../machines/model/regions.ts';
import type { HostedAccount } from '../engine-options.ts';
import type { Strips } from '../image/kept-sink.ts';
import type { Region as Area } from '../image/outputs.ts';
import type { Photo } from '../image/photo.ts';
import type { RowSink } from '../image/tiff-sink.ts';
import type { Sessions } from '../network/sessions.ts';
import type { FunctionManifest } from './manifest.ts';

interface SinkSize {
  width: number;
  height: number;
  alpha: boolean;
  strips?: Strips;
}

interface HostedTools {
  account: HostedAccount;
  /** an existing folder for temporary files */
  workDir: string;
  /** folder with the files of earlier attempts, see `EngineJob` */
  keepDir: string | undefined;
  /** has the reason `willRunAgain` if another attempt will follow */
  signal: AbortSignal;
  /** usual duration of a run; absent until the first run */
  expectedMs: number | undefined;
}

/** Arguments of a function's `run`. */
export interface FunctionRun<Options = OptionValues> {
  manifest: FunctionManifest;
  /** validated against the manifest; every option has a value */
  options: Options;
  photo: Photo;
  /** only for a preview of a function whose `preview` has a survey; `photo` is then a piece */
  survey?: PhotoSurvey;
  sessions: Sessions;
  /** returns the absolute path of a built network */
  modelFile(name: string): string;
  /** Decodes the picture that the visitor has uploaded for the option. */
  readPicture(option: string): Promise<Photo>;
  /** Converts a picture to the colours of `photo`. */
  inColoursOfPhoto(picture: Photo): Promise<Photo>;
  /**
   * Returns the value that an earlier preview of the same picture has found. Finds the value if
   * there is none. Called at most once per run. A job always finds the value.
   */
  reuse<Value>(find: () => Promise<Value>): Promise<Value>;
  /**
   * Opens the result; called once per run. If `strips` is set, rows of an earlier attempt may
   * already exist.
   */
  createSink(size: SinkSize): Promise<RowSink>;
  /** only for a function that a provider runs */
  hosted?: HostedTools;
  /** reports the part of the stage `running` that an earlier attempt has completed, 0 to 1 */
  resumed(fraction: number): void;
  /** reports progress, waits while the job is paused, and throws if the job was cancelled */
  checkpoint(stage: 'detecting' | 'running', fraction: number): Promise<void>;
}

/** Size of a photo in pixels, and pictures of all of its areas. */
export interface PhotoSurvey {
  width: number;
  height: number;
  /** the photo, or a copy of a few hundred pixels */
  overview: Photo;
  /** the photo, or unchanged pieces of it with transparent gaps between them */
  tiles: Photo;
}

/** Results of a function's inspection of a photo. */
interface Findings {
  /** names of the options that the photo needs */
  needs: string[];
  /** number of faces for which an option does something, or does it differently */
  faces: Record<string, number>;
}

export type Outcome =
  | {
      kind: 'succeeded';
      /** part of the photo that the result shows */
      region: Area;
      /** the result is scaled down to this longest side, pixels */
      longestSide?: number;
      faces?: number;
      /** only for a function whose `preview` has a survey */
      findings?: Findings;
    }
  | { kind: 'rejected'; reason: RejectionReason };

type OwnValue<Own> = Own extends 'colour' ? OwnColour : PictureKey | typeof pictureToCome;

export type ValueOf<Option> = Option extends { kind: 'number' }
  ? number
  : Option extends { kind: 'choice'; choices: readonly { value: infer Value }[] }
    ? Value | (Option extends { own: readonly (infer Own)[] } ? OwnValue<Own> : never)
    : Option extends { kind: 'regions' | 'strokes' }
      ? string
      : boolean;

type ValuesOf<Options extends readonly FunctionOption[]> = {
  readonly [Option in Options[number] as Option['name']]: ValueOf<Option>;
};

/** Type of `run`, the export of `run.ts` in a function's folder. */
export type FunctionBody<Manifest extends Pick<FunctionManifest, 'options'>> = (
  run: FunctionRun<ValuesOf<Manifest['options']>>,
) => Promise<Outcome>;

/** Access to networks outside of a run. */
export type Networks = Pick<FunctionRun, 'sessions' | 'modelFile'> & {
  /** throws if the work was cancelled */
  checkpoint(): Promise<void>;
};

/**
 * Type of `find`, the export of `find.ts` in the folder of a function with an option of kind
 * `regions`. It returns the parts of a photo that the option may name, always in the same order.
 */
export type RegionFinder = (
  search: Pick<FunctionRun, 'photo'> & Networks,
) => Promise<FoundRegion[]>;

/**
 * Type of `needs`, the export of `needs.ts` in the folder of a function with a `refusal`. It returns
 * the parts of the work that the photo needs, at least one wanted part if there is one. Parts with
 * the name of a switch can be switched off.
 */
export type NeedsFinder<Part extends string = string> = (
  survey: PhotoSurvey,
  networks: Networks,
  isWanted: (part: Part) => boolean,
) => Promise<Part[]>;

export function surveyOf(photo: Photo): PhotoSurvey {
  return { width: photo.width, height: photo.height, overview: photo, tiles: photo };
}

export function wholePhoto({ width, height }: Photo): Area {
  return { left: 0, top: 0, width, height };
}
