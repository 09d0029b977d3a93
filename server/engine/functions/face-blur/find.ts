import { detectFaces } from '../../faces/detect.ts';
import { regionsOf } from '../../faces/open.ts';
import type { RegionFinder } from '../function.ts';
import { faceBlur } from './manifest.ts';

const [model] = faceBlur.models;

export const find: RegionFinder = async ({ photo, sessions, modelFile, checkpoint }) =>
  regionsOf(await detectFaces(photo, { sessions, file: modelFile(model) }, checkpoint), photo);
