import { dayOrderCheckDescriptor } from '../../../machines/day-order-check/day-order-check.descriptor.ts';
import { orderCheckPathsOf } from './order-check.paths.ts';

export const dayOrderCheckPaths = orderCheckPathsOf('dayOrderCheck', dayOrderCheckDescriptor);
