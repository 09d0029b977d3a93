import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { defaultOptions } from '../../machines/model/function-options.ts';
import type { EngineJob, EngineResult } from './engine.port.ts';
import type { FunctionRun, Outcome } from './functions/function.ts';
import type { FunctionManifest } from './functions/manifest.ts';
import { inspectInput } from './image/inspect.ts';
import { writeOutputs } from './image/outputs.ts';
import { type Photo, readPhoto } from './image/photo.ts';
import { TiffSink } from './image/tiff-sink.ts';
import type { Sessions } from './network/sessions.ts';
import { type JobDone, workDirOf } from './pool/messages.ts';
import type { JobControl } from './pool/serve-jobs.ts';

/** The part of a job that a child is told. */
export type JobOrder = Pick<EngineJob, 'id' | 'code' | 'options' | 'inputPath' | 'outputDir'>;

interface Tools {
  job: JobOrder;
  manifest: FunctionManifest;
  body(run: FunctionRun): Promise<Outcome>;
  sessions: Sessions;
  modelsDir: string;
  report: JobControl['report'];
  /** waits while the job is paused, throws when it was cancelled */
  checkpoint: JobControl['checkpoint'];
}

/**
 * One job from file to files. Whatever happens, nothing unfinished is left in the output folder. That
 * folder is made by the server, never here: the next server has removed it when this one's was killed
 * before the job began, and nobody would remove it again.
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
  const { outcome, sink } = await runFunction(tools, photo, workDir);
  const pixels = photo.width * photo.height;
  if (outcome.kind === 'rejected') return { result: outcome, pixels };
  if (!sink) throw new Error('The function succeeded without a result');
  await checkpoint();
  const files = await writeOutputs({
    tiff: sink,
    photo,
    region: outcome.region,
    workDir,
    outputDir: job.outputDir,
    id: job.id,
    onStep(fraction) {
      report({ stage: 'writing', fraction });
      return checkpoint();
    },
  });
  const faces = outcome.faces === undefined ? {} : { faces: outcome.faces };
  return { result: { kind: 'succeeded', ...files, ...faces }, pixels };
}

async function runFunction(
  { job, manifest, body, sessions, modelsDir, report, checkpoint }: Tools,
  photo: Photo,
  workDir: string,
): Promise<{ outcome: Outcome; sink: TiffSink | undefined }> {
  let sink: TiffSink | undefined;
  // A network reports after its first tile: what comes before that is no reading any more.
  report({ stage: manifest.mayReject ? 'detecting' : 'running', fraction: 0 });
  try {
    const outcome = await body({
      manifest,
      options: { ...defaultOptions(manifest), ...job.options },
      photo,
      sessions,
      modelFile: (name) => path.resolve(modelsDir, name),
      async createSink({ width, height, alpha }) {
        const shape = { width, height, channels: alpha ? 4 : 3, icc: photo.icc } as const;
        sink = await TiffSink.create(path.join(workDir, 'result.tiff'), shape);
        return sink;
      },
      checkpoint(stage, fraction) {
        report({ stage, fraction });
        return checkpoint();
      },
    });
    if (outcome.kind === 'succeeded') await sink?.finish();
    else await sink?.abandon();
    return { outcome, sink };
  } catch (error) {
    await sink?.abandon();
    throw error;
  }
}
