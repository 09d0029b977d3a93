import { regionsOf } from '../../cover/open.ts';
import type { RegionFinder } from '../function.ts';
import { findingsIn } from './findings.ts';

export const find: RegionFinder = async ({ checkpoint, ...search }) =>
  regionsOf(await findingsIn(search, { face: true, text: true }, checkpoint), search.photo);
