import type { RuntimeOptions } from '../platform/config/runtime-options.ts';

/** Account at a provider with the HTTP API of Replicate. */
export interface HostedAccount {
  /** address of the API, without a slash at the end */
  url: string;
  token: string;
}

export interface EngineOptions {
  /** folder of the ONNX networks; functions without their network are not offered */
  modelsDir: string;
  /** folder of the operator's manifests (`*.json`) and their ONNX files */
  operatorModelsDir?: string;
  /** number of jobs at the same time; default 1, because one job uses all cores */
  places?: number;
  /**
   * account at the provider that runs hosted functions, and the number of their jobs at the same
   * time; without it, hosted functions are not offered
   */
  hosted?: HostedAccount & { places: number };
  /** memory limit of a job's process, default 2000; a job that needs more fails */
  memoryMegabytes?: number;
  /** idle child processes end after this time and free their networks */
  idleMs?: number;
  /** file for measured durations; by default they are kept in memory only */
  timingsPath?: string;
  /**
   * file for the execution providers chosen for this machine; by default each process measures them
   * again
   */
  choicesPath?: string;
  /**
   * settings of the network runtime; by default networks run on the processor, with its faster
   * arithmetic
   */
  runtime?: RuntimeOptions;
  /** measure durations that `timingsPath` lacks, in the background; default true */
  calibrate?: boolean;
}
