import { percentOf, sumOf } from './coverage.ts';
import type { CoverageRecord } from './coverage-record.ts';

type Figures = Parameters<typeof percentOf>[0];

const [width, left, barWidth, rowHeight, top] = [720, 140, 430, 28, 74];

const style = `
  .ground { fill: #fffdf8; stroke: #e5dfd3 }
  text { font: 14px system-ui, sans-serif; fill: #2b2722 }
  .title { font-size: 17px; font-weight: 600 }
  .quiet { fill: #6b645a }
  .figures { font-variant-numeric: tabular-nums }
  .taken { fill: #2f8f5b }
  .waived { fill: #c98a12 }
  .open { fill: #d8d1c4 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #1b1916; stroke: #3a362f }
    text { fill: #f2ede4 }
    .quiet { fill: #a8a094 }
    .taken { fill: #4fc083 }
    .waived { fill: #e8b04a }
    .open { fill: #4a453d }
  }`;

const bar = (figures: Figures, y: number): string[] => {
  const { taken, waived, transitions } = figures;
  const parts = [
    ['taken', taken],
    ['waived', waived],
    ['open', transitions - taken - waived],
  ] as const;
  let x = left;
  return parts.flatMap(([kind, count]) => {
    const length = transitions === 0 ? 0 : (count / transitions) * barWidth;
    const from = x;
    x += length;
    if (count === 0) return [];
    const place = `x="${from.toFixed(1)}" y="${y}" width="${length.toFixed(1)}" height="14"`;
    return [`  <rect class="${kind}" ${place}><title>${count} ${kind}</title></rect>`];
  });
};

const row = (name: string, figures: Figures, index: number): string[] => {
  const y = top + index * rowHeight;
  const { taken, transitions } = figures;
  const end = left + barWidth + 14;
  return [
    `  <text x="20" y="${y + 12}">${name}</text>`,
    ...bar(figures, y),
    `  <text class="figures" x="${end}" y="${y + 12}">${taken}/${transitions}</text>`,
    `  <text class="figures quiet" x="${width - 20}" y="${y + 12}" text-anchor="end">${percentOf(figures)} %</text>`,
  ];
};

const legend = (): string[] =>
  (['taken', 'waived', 'open'] as const).flatMap((kind, index) => {
    const x = left + index * 90;
    return [
      `  <rect class="${kind}" x="${x}" y="44" width="12" height="12"/>`,
      `  <text class="quiet" x="${x + 18}" y="55">${kind}</text>`,
    ];
  });

/** docs/machines/coverage.svg: readable on light and dark backgrounds, with all words as text. */
export const coveragePicture = ({ charts }: CoverageRecord): string => {
  const all = sumOf(charts);
  const height = top + (charts.length + 1) * rowHeight + 12;
  const told = `${all.taken} of ${all.transitions} transitions taken, ${all.waived} waived`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title told">`,
    `  <title id="title">Transitions of the charts</title>`,
    `  <desc id="told">${told}</desc>`,
    `  <style>${style}\n  </style>`,
    `  <rect class="ground" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="14"/>`,
    `  <text class="title" x="20" y="30">${told}</text>`,
    ...legend(),
    ...charts.flatMap((one, index) => row(one.chart, one, index)),
    ...row('all', all, charts.length),
    '</svg>',
    '',
  ].join('\n');
};
