import type { PhotoPiece, PreviewPicture } from '../model/photo.ts';

/*
 * Two pictures that a browser can show: a face of a few pixels, and the same face enlarged to twice
 * the size.
 */

const face = [
  'UklGRtwAAABXRUJQVlA4INAAAADQBQCdASoYABgAPu1sqlEppaOiqAqpMB2JQBWGZgjAAk8thlx/L+DiUYI0',
  '3RmTFSdvWu26RVxAAPvqYUxaGz8/5CsKMBJkXOJ7BOnYgEvcGjfBpRgjvIZeBr1y5cVGCJf7GiiY/f1eQzKg',
  'DQLM1B3LcW52QldotSn6P8UB4Ebk7VfT7fn9EfTlaMQ/cLk/ZpvO1yBvvUrMI/lPaC3ZRUY3SV0WOSHq6wOH',
  'eIOgZWPXto2Q5C2HGGMfjOvE/JcVY3X/iQY7/LKxh7kjwapAMAAA',
].join('');

const largerFace = [
  'UklGRuQBAABXRUJQVlA4INgBAACwCgCdASowADAAPu1oqVAppaOiqrqsATAdiWMArpup2w61M9yusx9O027l',
  'CQOWBi66vW5vbrqFdzKDDvhOrgQ7hyxMwvveIqtXFXBt+xriCaQ2yt23LNYxY2ZOipAAAMorkPWCwdZHk1o9',
  'DOC3y2Bz4akR3IvdpUosRGQW3quoVFr3vellgQLUSbnjbJAB5zYbkaYL62r9gpwGRr4AYKRog3mjf2IjUFmA',
  '6EVtzaI5YoCGJvYIggua0SBO0JtSnOCewaVPalbKSv8ZHHipV/BhnZZU1r9VyLT31I18Y9UVaf5T55FMtIqN',
  'fneasYqvnLx1UlBkRQx84+bmaL1m2CWnuhQMxheWHqa8hq/HGT7qzGxH4tm/t11Zo5ZgAjp/WsF5Gju/8C4b',
  'AvUXP6Kyh1Pfa3OL8ORi8IlUZthp06IVA1Wp3JYdM1S007SkGQLhVCTAv76u4riZApf+bUUnq6wY5yjPM+0p',
  '3egN24UDENy+swQ32hXD4uoYHP/RZ8hKrQolLj1IUC7hKcAqSCWsREuybbk6daL0U2tyckSgA4mtVWZuKTGe',
  '3KwYhONkC6raJ2mgR5K/fETYS6IvSShQVHAdZkIdBDZgfw2I+E9SAp4//FcTFuafgAAA',
].join('');

export const samplePiece: PhotoPiece = {
  image: face,
  url: `data:image/webp;base64,${face}`,
  width: 24,
  height: 24,
};

export const samplePreview: PreviewPicture = {
  url: `data:image/webp;base64,${largerFace}`,
  width: 48,
  height: 48,
};
