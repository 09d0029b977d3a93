import type { Finding } from '../../cover/open.ts';
import { outlineOfText } from '../../cover/outline.ts';
import { detectFaces } from '../../faces/detect.ts';
import { landmarksOf } from '../../faces/landmarks.ts';
import { outlineOfFace } from '../../faces/outline.ts';
import { detectText } from '../../text/detect.ts';
import type { FunctionRun } from '../function.ts';
import { hide } from './manifest.ts';
import { isRowOfHeads } from './row-of-heads.ts';

const [faceDetector, faceLandmarks, textDetector] = hide.models;

type Search = Pick<FunctionRun, 'photo' | 'sessions' | 'modelFile'>;
type OnProgress = (fraction: number) => Promise<void>;

/** Finds the faces and the lines of text of a photo, or one of both. */
export async function findingsIn(
  search: Search,
  wanted: { face: boolean; text: boolean },
  onProgress: OnProgress,
): Promise<Finding[]> {
  if (!wanted.face && !wanted.text) return [];
  const half = wanted.text ? 0.5 : 1;
  const faces = await facesIn(search, (done) => onProgress(done * half));
  if (!wanted.text) return faces;
  const texts = await textIn(search, faces, (done) => onProgress(half + done * half));
  return wanted.face ? [...faces, ...texts] : texts;
}

async function facesIn(
  { photo, sessions, modelFile }: Search,
  onProgress: OnProgress,
): Promise<Finding[]> {
  const detector = { sessions, file: modelFile(faceDetector) };
  const network = { sessions, file: modelFile(faceLandmarks) };
  const findings: Finding[] = [];
  for (const box of await detectFaces(photo, detector, onProgress)) {
    const outline = outlineOfFace(box, await landmarksOf(photo, box, network));
    findings.push({ shows: 'face', box, outline });
  }
  return findings;
}

/** Finds text. Faces are needed even if they stay visible, because a row of heads looks like text. */
async function textIn(
  { photo, sessions, modelFile }: Search,
  faces: readonly Finding[],
  onProgress: OnProgress,
): Promise<Finding[]> {
  const network = { sessions, file: modelFile(textDetector) };
  const heads = faces.map(({ outline }) => outline);
  const lines = await detectText(photo, network, onProgress);
  return lines
    .filter((line) => !isRowOfHeads(line, heads))
    .map((line) => {
      const outline = outlineOfText(line);
      return { shows: 'text', box: outline.box, outline };
    });
}
