import type { Finding } from '../../cover/open.ts';
import { outlineOfText, type Shape } from '../../cover/outline.ts';
import { detectFaces } from '../../faces/detect.ts';
import { landmarksOf } from '../../faces/landmarks.ts';
import { outlineOfFace } from '../../faces/outline.ts';
import { detectText } from '../../text/detect.ts';
import type { FunctionRun } from '../function.ts';
import { hide } from './manifest.ts';

const [faceDetector, faceLandmarks, textDetector] = hide.models;

/** A face or a line of text. */
export interface Hidden extends Finding {
  outline: Shape;
}

/** Finds the faces and the text of a photo, or one of both. */
export async function findingsIn(
  { photo, sessions, modelFile }: Pick<FunctionRun, 'photo' | 'sessions' | 'modelFile'>,
  wanted: { face: boolean; text: boolean },
  onProgress: (fraction: number) => Promise<void>,
): Promise<Hidden[]> {
  const half = wanted.face && wanted.text ? 0.5 : 1;
  const findings: Hidden[] = [];
  if (wanted.face) {
    const detector = { sessions, file: modelFile(faceDetector) };
    for (const box of await detectFaces(photo, detector, (done) => onProgress(done * half))) {
      const landmarks = await landmarksOf(photo, box, { sessions, file: modelFile(faceLandmarks) });
      findings.push({ shows: 'face', box, outline: outlineOfFace(box, landmarks) });
    }
  }
  if (wanted.text) {
    const network = { sessions, file: modelFile(textDetector) };
    const onText = (done: number) => onProgress(1 - half + done * half);
    for (const line of await detectText(photo, network, onText)) {
      const outline = outlineOfText(line);
      findings.push({ shows: 'text', box: outline.box, outline });
    }
  }
  return findings;
}
