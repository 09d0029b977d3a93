import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { env } from 'onnxruntime-node';
import sharp from 'sharp';
import { defaultOptions } from '../../machines/model/function-options.ts';
import type { OptionValues } from '../../machines/model/functions.ts';
import { originOf } from './checkpoint.ts';
import type { EngineJob, EngineResult } from './engine.port.ts';
import type { HostedAccount } from './engine-options.ts';
import type { FunctionRun, Outcome } from './functions/function.ts';
import type { FunctionManifest } from './functions/manifest.ts';
import { toProfile } from './image/convert-colours.ts';
import { inspectInput } from './image/inspect.ts';
import { KeptSink, type Strips } from './image/kept-sink.ts';
import { readOptionPicture } from './image/option-picture.ts';
import { writeOutputs } from './image/outputs.ts';
import { PartialPicture } from './image/partial-picture.ts';
import { type Photo, readPhoto } from './image/photo.ts';
import { type SinkShape, TiffSink } from './image/tiff-sink.ts';
import type { RunSettings } from './network/arithmetic.ts';
import type { Sessions } from './network/sessions.ts';
import { type JobDone, workDirOf } from './pool/messages.ts';
import type { JobControl } from './pool/serve-jobs.ts';

/** The part of a job that is sent to a child. */
export type JobOrder = Pick<
  EngineJob,
  'id' | 'code' | 'options' | 'inputPath' | 'pictures' | 'outputDir' | 'keepDir'
> &
  Partial<RunSettings> & {
    /** usual duration of a job of this function; absent until it is known */
    expectedMs?: number | undefined;
  };

interface Tools {
  job: JobOrder;
  manifest: FunctionManifest;
  body(run: FunctionRun): Promise<Outcome>;
  sessions: Sessions;
  modelsDir: string;
  /** only for hosted functions */
  account?: HostedAccount | undefined;
  signal: JobControl['signal'];
  report: JobControl['report'];
  showPartial: JobControl['showPartial'];
  /** waits while the job is paused, throws if it was cancelled */
  checkpoint: JobControl['checkpoint'];
}

/**
 * Runs one job, from the photo to the result files. Never leaves an unfinished file in the output
 * folder. Unfinished work that can be resumed is in the job's `keepDir`. The server must create
 * both folders. A job that starts after its server was killed must not create them again, because
 * the next server has already removed them.
 */
export async function runJob(tools: Tools): Promise<JobDone<EngineResult>> {
  const workDir = workDirOf(tools.job);
  await mkdir(workDir);
  try {
    return await readRunWrite(tools, workDir);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

async function readRunWrite(tools: Tools, workDir: string): Promise<JobDone<EngineResult>> {
  const { job, manifest, report, checkpoint } = tools;
  report({ stage: 'reading', fraction: 0 });
  const { format } = await inspectInput(job.inputPath, manifest);
  report({ stage: 'reading', fraction: 0.5 });
  await checkpoint();
  const photo = await readPhoto(job.inputPath, format);
  report({ stage: 'reading', fraction: 1 });
  await checkpoint();
  const { outcome, sink, isResumed } = await runFunction(tools, photo, workDir);
  const pixels = photo.width * photo.height;
  if (outcome.kind === 'rejected') return { result: outcome, pixels };
  if (!sink) throw new Error('The function succeeded without a result');
  await checkpoint();
  const files = await writeOutputs({
    tiff: sink,
    photo,
    region: outcome.region,
    longestSide: outcome.longestSide,
    workDir,
    outputDir: job.outputDir,
    id: job.id,
    onStep(fraction) {
      report({ stage: 'writing', fraction });
      return checkpoint();
    },
  });
  const faces = outcome.faces === undefined ? {} : { faces: outcome.faces };
  const done = outcome.findings?.needs.filter((name) => job.options[name] !== false);
  return { result: { kind: 'succeeded', ...files, ...faces }, pixels, isResumed, done };
}

async function runFunction(
  tools: Tools,
  photo: Photo,
  workDir: string,
): Promise<{ outcome: Outcome; sink: TiffSink | undefined; isResumed: boolean }> {
  const { job, manifest, body, sessions, modelsDir, report, checkpoint } = tools;
  const options = { ...defaultOptions(manifest), ...job.options };
  let sink: TiffSink | undefined;
  let isResumed = false;
  // Reports the stage here, because the next report comes only after the network's first tile.
  report({ stage: manifest.mayReject ? 'detecting' : 'running', fraction: 0 });
  try {
    const outcome = await body({
      manifest,
      options,
      photo,
      sessions,
      modelFile: (name) => path.resolve(modelsDir, name),
      readPicture: (option) => readOptionPicture(job.pictures?.[option], manifest),
      inColoursOfPhoto: (picture) => toProfile(picture, photo.icc, workDir),
      reuse: (find) => find(),
      ...hostedTools(tools, workDir),
      async createSink({ width, height, alpha, strips }) {
        const shape = { width, height, channels: alpha ? 4 : 3, icc: photo.icc } as const;
        const { keepDir } = job;
        if (strips && keepDir !== undefined) {
          const kept = await openKept({ job: { ...job, options, keepDir }, shape, strips });
          sink = kept.tiff;
          const partial = new PartialPicture({
            sink: kept,
            shape,
            folder: workDir,
            publish: tools.showPartial,
            now: () => performance.now(),
          });
          await partial.resume(kept.tiff.read());
          return partial;
        }
        sink = await TiffSink.create(path.join(workDir, 'result.tiff'), shape);
        return sink;
      },
      resumed(fraction) {
        isResumed = true;
        report({ stage: 'running', fraction, isResumed });
      },
      checkpoint(stage, fraction) {
        report({ stage, fraction });
        return checkpoint();
      },
    });
    if (outcome.kind === 'succeeded') await sink?.finish();
    else await sink?.abandon();
    return { outcome, sink, isResumed };
  } catch (error) {
    await sink?.abandon();
    throw error;
  }
}

function hostedTools(
  { job, account, signal }: Tools,
  workDir: string,
): Pick<FunctionRun, 'hosted'> {
  if (!account) return {};
  const { keepDir, expectedMs } = job;
  return { hosted: { account, workDir, keepDir, signal, expectedMs } };
}

interface Kept {
  job: JobOrder & { options: OptionValues; keepDir: string };
  shape: SinkShape;
  strips: Strips;
}

/**
 * Opens a result that can be resumed. Its origin includes the library versions, because another
 * library version may give slightly different pixels.
 */
async function openKept({ job, shape, strips }: Kept): Promise<KeptSink> {
  const { code, options, inputPath, keepDir } = job;
  const { network, plan, ends } = strips;
  const { width, height, channels } = shape;
  const libraries = [sharp.versions, env.versions];
  const by = [code, options, plan, ends, [width, height, channels], libraries];
  const origin = await originOf({ inputPath, network, by });
  return await KeptSink.open({ folder: keepDir, origin, shape, ends });
}
