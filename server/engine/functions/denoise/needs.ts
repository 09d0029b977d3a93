import { leastVisible, measureError } from '../../noise/measure.ts';
import type { NeedsFinder } from '../function.ts';

export const needs: NeedsFinder = async ({ tiles }) =>
  measureError(tiles) < leastVisible ? [] : ['noise'];
