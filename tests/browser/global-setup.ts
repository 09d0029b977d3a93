import { forgetMeasurements } from '../../workshop/paths/coverage/measurement.ts';
import { isLookedAt } from './paths/pace.ts';
import { startProduct } from './product-process.ts';

/** Starts the product under test and sets LIGHTWELL_URL to its URL. */
export default async function startProductUnderTest() {
  if (!isLookedAt) forgetMeasurements('browser');
  const { url, timings, stop } = await startProduct({ RUN_ENV: 'test' });
  process.env.LIGHTWELL_URL = url;
  process.env.LIGHTWELL_TIMINGS = timings;
  return stop;
}
