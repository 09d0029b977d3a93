import { describeOrderCheck } from '../order-check/order-check.descriptor.ts';
import { dayOrderCheckMachine } from './day-order-check.machine.ts';

export const dayOrderCheckDescriptor = describeOrderCheck(dayOrderCheckMachine, 'dayOrderCheck');
