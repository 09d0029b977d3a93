import sharp from 'sharp';
import type { Photo } from '../../image/photo.ts';
import { bundledPhoto } from '../../testing/pictures.ts';
import { boxMean } from '../plane.ts';

/** A picture whose opacity is known, because its object was drawn and then placed on a photo. */
export interface KnownMatte {
  name: string;
  photo: Photo;
  /** 0 to 1 */
  opacity: Float32Array;
  /** the drawn object's own colour at each pixel */
  object: Uint8Array;
}

const width = 1200;
const height = 900;

/** Returns a function that returns the same pseudo-random numbers from 0 to 1 in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Draws strands of hair that grow out of an ellipse. */
function strands(seed: number, hair: Hair): string {
  const random = numbers(seed);
  const lines: string[] = [];
  for (let index = 0; index < hair.count; index += 1) {
    const angle = hair.from + (hair.to - hair.from) * random();
    const [x, y] = [hair.x + Math.cos(angle) * hair.rx, hair.y + Math.sin(angle) * hair.ry];
    const length = hair.length * (0.4 + random());
    const turn = angle + (random() - 0.5) * 1.6;
    const [bendX, bendY] = [x + Math.cos(angle) * length * 0.6, y + Math.sin(angle) * length * 0.6];
    const [endX, endY] = [bendX + Math.cos(turn) * length, bendY + Math.sin(turn) * length];
    const colour = hair.colours[index % hair.colours.length];
    const thickness = (0.8 + random() * hair.thickness).toFixed(2);
    lines.push(
      `<path d="M${x.toFixed(1)} ${y.toFixed(1)} Q${bendX.toFixed(1)} ${bendY.toFixed(1)} ${endX.toFixed(1)} ${endY.toFixed(1)}" stroke="${colour}" stroke-width="${thickness}" fill="none" stroke-linecap="round"/>`,
    );
  }
  return lines.join('');
}

interface Hair {
  x: number;
  y: number;
  rx: number;
  ry: number;
  from: number;
  to: number;
  count: number;
  length: number;
  thickness: number;
  colours: readonly string[];
}

const ball: Hair = {
  x: 600,
  y: 470,
  rx: 225,
  ry: 225,
  from: 0,
  to: 2 * Math.PI,
  count: 900,
  length: 15,
  thickness: 2,
  colours: ['#c8742a', '#a85a1c', '#e09a4c'],
};

const head: Hair = {
  x: 600,
  y: 330,
  rx: 150,
  ry: 165,
  from: -Math.PI,
  to: 0.1,
  count: 420,
  length: 20,
  thickness: 1.6,
  colours: ['#2c1a10', '#4a2c18', '#1c100a'],
};

const drawings = {
  plush: `${strands(1, ball)}<circle cx="600" cy="470" r="230" fill="url(#fur)"/>
    <circle cx="530" cy="420" r="26" fill="#20140c"/><circle cx="670" cy="420" r="26" fill="#20140c"/>
    <ellipse cx="600" cy="500" rx="34" ry="24" fill="#3a2014"/>`,
  person: `${strands(2, head)}<path d="M330 900 Q350 620 520 590 L680 590 Q850 620 870 900 Z" fill="url(#cloth)"/>
    <rect x="540" y="480" width="120" height="140" fill="#d9a27c"/>
    <ellipse cx="600" cy="330" rx="152" ry="168" fill="#33200f"/><ellipse cx="600" cy="375" rx="118" ry="145" fill="url(#skin)"/>
    <circle cx="555" cy="360" r="11" fill="#222"/><circle cx="645" cy="360" r="11" fill="#222"/>
    <path d="M555 445 Q600 480 645 445" stroke="#8c3b32" stroke-width="8" fill="none"/>`,
  mug: `<path d="M790 380 Q960 370 950 510 Q940 650 780 640" stroke="#2f6fb5" stroke-width="44" fill="none"/>
    <path d="M410 260 L430 740 Q440 790 500 790 L710 790 Q770 790 780 740 L800 260 Z" fill="url(#glaze)"/>
    <ellipse cx="605" cy="260" rx="195" ry="48" fill="#5f9fe0"/><ellipse cx="605" cy="266" rx="165" ry="36" fill="#4a2a14"/>`,
  flower: `${Array.from({ length: 9 }, (_, petal) => `<ellipse cx="600" cy="250" rx="72" ry="170" fill="url(#petal)" transform="rotate(${petal * 40} 600 420)"/>`).join('')}
    <circle cx="600" cy="420" r="80" fill="#e8b830"/><path d="M600 480 Q590 700 620 880" stroke="#3d7a2c" stroke-width="22" fill="none"/>`,
} as const;

const paints = `<defs>
  <radialGradient id="fur"><stop offset="0" stop-color="#e6a65c"/><stop offset="1" stop-color="#b4641f"/></radialGradient>
  <linearGradient id="cloth" x2="1"><stop offset="0" stop-color="#7a2340"/><stop offset="1" stop-color="#b03a5b"/></linearGradient>
  <radialGradient id="skin"><stop offset="0" stop-color="#f0c09c"/><stop offset="1" stop-color="#d59a72"/></radialGradient>
  <linearGradient id="glaze" x2="1"><stop offset="0" stop-color="#24588f"/><stop offset="0.4" stop-color="#6aa9e6"/><stop offset="1" stop-color="#1f4c80"/></linearGradient>
  <linearGradient id="petal" y2="1"><stop offset="0" stop-color="#f7dbe8"/><stop offset="1" stop-color="#d65c92"/></linearGradient>
</defs>`;

const grounds = [
  { file: 'coffee.png', area: { left: 450, top: 0, width: 150, height: 112 } },
  { file: 'rocket.jpg', area: { left: 215, top: 0, width: 100, height: 75 } },
  { file: 'chelsea.png', area: { left: 360, top: 190, width: 90, height: 67 } },
  { file: 'astronaut.png', area: { left: 230, top: 0, width: 110, height: 82 } },
] as const;

/** Softness of each drawing's rim in pixels, similar to that of a lens. */
const softness = { plush: 0.7, person: 0.8, mug: 1.4, flower: 3 } as const;

/** Returns each drawing on parts of two sample photos, which are out of focus. */
export async function knownMattes(): Promise<KnownMatte[]> {
  const all: KnownMatte[] = [];
  for (const [row, [name, drawing]] of Object.entries(drawings).entries()) {
    for (const [column, ground] of grounds.entries()) {
      if ((row + column) % 2 === 1) continue;
      const soft = softness[name as keyof typeof softness];
      all.push(await composed(`${name} over ${ground.file}`, { drawing, soft, ground }));
    }
  }
  return all;
}

interface Parts {
  drawing: string;
  soft: number;
  ground: (typeof grounds)[number];
}

async function composed(name: string, { drawing, soft, ground }: Parts): Promise<KnownMatte> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${paints}${drawing}</svg>`;
  const layer = await sharp(Buffer.from(svg)).blur(soft).raw().toBuffer();
  const behind = await sharp(bundledPhoto(ground.file))
    .removeAlpha()
    .extract(ground.area)
    .resize(width, height)
    .blur(4)
    .raw()
    .toBuffer();
  const random = numbers(7);
  const rgb = new Uint8Array(width * height * 3);
  const object = new Uint8Array(width * height * 3);
  const opacity = new Float32Array(width * height);
  for (let at = 0; at < opacity.length; at += 1) {
    const share = (layer[at * 4 + 3] ?? 0) / 255;
    opacity[at] = share;
    for (let channel = 0; channel < 3; channel += 1) {
      const own = layer[at * 4 + channel] ?? 0;
      const other = behind[at * 3 + channel] ?? 0;
      const noise = (random() + random() - 1) * 6;
      object[at * 3 + channel] = own;
      rgb[at * 3 + channel] = Math.max(
        0,
        Math.min(255, Math.round(own * share + other * (1 - share) + noise)),
      );
    }
  }
  return {
    name,
    opacity,
    object,
    photo: { width, height, rgb, alpha: null, icc: null, format: 'png' },
  };
}

/**
 * Returns the differences between a found opacity and the known opacity, within a few pixels of the
 * known rim.
 */
export function errorsAtRim(found: Float32Array, known: Float32Array) {
  const slope = (plane: Float32Array, at: number, step: number) =>
    ((plane[at + step] ?? 0) - (plane[at - step] ?? 0)) / 2;
  const [errors, slopes]: [number[], number[]] = [[], []];
  for (const at of rimOf(known)) {
    errors.push(Math.abs((found[at] ?? 0) - (known[at] ?? 0)));
    const across = slope(found, at, 1) - slope(known, at, 1);
    const down = slope(found, at, width) - slope(known, at, width);
    slopes.push(Math.hypot(across, down));
  }
  const mean = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  return { opacity: mean(errors), slope: mean(slopes) };
}

const reach = 8;

function rimOf(known: Float32Array): number[] {
  const plane = { width, height, values: known };
  const near = boxMean(plane, reach).values;
  const rim: number[] = [];
  for (const [at, value] of near.entries()) if (value > 0.001 && value < 0.999) rim.push(at);
  return rim;
}
