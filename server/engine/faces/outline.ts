import { around, type Shape } from '../cover/outline.ts';
import type { Point } from '../text/tilted-box.ts';
import { headByBox, widen } from './head-by-box.ts';
import { headByLandmarks } from './head-by-landmarks.ts';
import { pointsOf, radiusAlong } from './head-curve.ts';
import type { Box } from './look.ts';

/** Number of averaged squares across a face: too few for people or networks to recognise it. */
const cellsAcross = 6;

/** Returns the outline of a head. `landmarks` is null if they are not known for certain. */
export function outlineOfFace(face: Box, landmarks: readonly Point[] | null): Shape {
  const head = landmarks ? headByLandmarks(landmarks, face) : headByBox(face);
  const points = pointsOf(head);
  const box = around(points);
  return {
    box,
    points,
    distance(x, y) {
      const [across, down] = [x - head.centre.x, y - head.centre.y];
      return Math.hypot(across, down) - radiusAlong(head, Math.atan2(down, across));
    },
    softness: Math.min(box.width, box.height) / 8,
    cell: (face.width * widen) / cellsAcross,
  };
}
