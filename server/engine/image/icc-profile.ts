import { Bytes } from './bytes.ts';

const headerBytes = 128;
const mostTags = 200;
/** Groups of required tags. A usable profile has every tag of at least one group. */
const neededTags: Record<string, readonly (readonly string[])[]> = {
  'RGB ': [['rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC'], ['A2B0']],
  GRAY: [['kTRC'], ['A2B0']],
  CMYK: [['A2B0']],
  'Lab ': [['A2B0']],
};
const usableClasses = ['mntr', 'scnr', 'prtr', 'spac'];

type ProfileColours = 'RGB ' | 'GRAY' | 'CMYK' | 'Lab ';

/**
 * Returns the colours that a profile describes, or null if it is unusable. Decoders also return
 * damaged profiles, and a result must not contain one.
 */
export function coloursOfProfile(icc: Uint8Array | undefined): ProfileColours | null {
  if (!icc || icc.length < headerBytes + 4) return null;
  const bytes = new Bytes(icc);
  const size = bytes.u32(0);
  const colours = bytes.tag(16);
  const groups = neededTags[colours];
  if (size > icc.length || size < headerBytes + 4 || bytes.tag(36) !== 'acsp') return null;
  if (!groups || !usableClasses.includes(bytes.tag(12))) return null;
  const tags = tagsOf(bytes, size);
  const isUsable = groups.some((names) => names.every((name) => tags?.has(name)));
  return isUsable ? (colours as ProfileColours) : null;
}

/** Returns the profile's tags, or null if a tag lies outside the profile. */
function tagsOf(bytes: Bytes, size: number): Set<string> | null {
  const count = bytes.u32(headerBytes);
  if (count > mostTags || headerBytes + 4 + count * 12 > size) return null;
  const names = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const at = headerBytes + 4 + index * 12;
    if (bytes.u32(at + 4) + bytes.u32(at + 8) > size) return null;
    names.add(bytes.tag(at));
  }
  return names;
}
