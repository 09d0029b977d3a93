import type { Finding } from '../../cover/open.ts';
import { type Outline, outlineOfText } from '../../cover/outline.ts';
import { detectFaces } from '../../faces/detect.ts';
import { outlineOfFace } from '../../faces/outline.ts';
import { detectText } from '../../text/detect.ts';
import type { FunctionRun } from '../function.ts';
import { hide } from './manifest.ts';

const [faceDetector, textDetector] = hide.models;

/** A face or a line of text. */
export interface Hidden extends Finding {
  outline: Outline;
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
      findings.push({ shows: 'face', box, outline: outlineOfFace(box) });
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
