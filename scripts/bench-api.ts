import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { measureCalls } from '../tools/load/measure-calls.ts';
import { startProduct } from '../tools/load/product.ts';

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '2' },
  },
});
const raised = {
  REQUESTS_PER_MINUTE: '1000000',
  UNUSED_UPLOADS_PER_VISITOR: '1000000',
  UNUSED_UPLOADS_PER_ADDRESS: '1000000',
  UNUSED_UPLOADS_IN_ALL: '1000000',
  NEW_GUESTS_PER_ADDRESS: '1000000',
  GUEST_DAILY_CREDITS: '1000000',
};
const photo = await sharp({ create: { width: 200, height: 150, channels: 3, background: '#c07040', noise: { type: 'gaussian', mean: 128, sigma: 30 } } }).png().toBuffer();
const product = await startProduct(raised);
try {
  console.table(await measureCalls(product.url, photo, { rounds: Number(options.rounds), seconds: Number(options.seconds) }));
} finally {
  await product.stop();
}
