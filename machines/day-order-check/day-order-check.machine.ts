import { orderCheckChart } from '../order-check/order-check.machine.ts';

/** The order check of what lasts a day or some hours (R15, R53): its dialog tells the time of day. */
export const dayOrderCheckMachine = orderCheckChart('dayOrderCheck');
