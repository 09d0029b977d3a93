import { readRegions } from '../../../../machines/model/regions.ts';
import { detectFaces } from '../../faces/detect.ts';
import { facesToCover } from '../../faces/open.ts';
import { type FacePatch, patchFace } from '../../faces/patch.ts';
import { writeRows } from '../../image/write-rows.ts';
import { type FunctionBody, wholePhoto } from '../function.ts';
import { faceBlur } from './manifest.ts';

const [model] = faceBlur.models;

export const run: FunctionBody<typeof faceBlur> = async (tools) => {
  const { photo, options, sessions, modelFile, createSink, checkpoint } = tools;
  const detector = { sessions, file: modelFile(model) };
  const found = await detectFaces(photo, detector, (done) => checkpoint('detecting', done));
  const faces = facesToCover(found, readRegions(options.open) ?? [], photo);
  if (faces.length === 0) return { kind: 'rejected', reason: 'no_face' };
  const patches: FacePatch[] = [];
  for (const face of faces) patches.push(await patchFace(photo, face, options.kind));
  const { width, height, alpha } = photo;
  const sink = await createSink({ width, height, alpha: alpha !== null });
  await writeRows({
    photo,
    sink,
    change: (rgb, top, rows) => {
      for (const patch of patches) patch.apply(rgb, { top, rows, width });
    },
    onRows: (fraction) => checkpoint('running', fraction),
  });
  return { kind: 'succeeded', region: wholePhoto(photo), faces: found.length };
};
