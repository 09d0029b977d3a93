import { forgetMeasurements } from '../paths/measurement.ts';

/** Before all tests of a run. */
export default function forget() {
  forgetMeasurements('server');
}
