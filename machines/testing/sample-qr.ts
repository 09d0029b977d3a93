/**
 * The QR code of the text `upi://pay?pa=lightwell`: 29 by 29 modules, made with the package uqr.
 */
const modules = [
  'M2 2h7v1h-7zM12 2h1v1h-1zM17 2h1v1h-1zM20 2h7v1h-7zM2 3h1v1h-1zM8 3h1v1h-1zM11 3h1v1h-1zM1',
  '5 3h3v1h-3zM20 3h1v1h-1zM26 3h1v1h-1zM2 4h1v1h-1zM4 4h3v1h-3zM8 4h1v1h-1zM10 4h1v1h-1zM13 ',
  '4h1v1h-1zM16 4h1v1h-1zM18 4h1v1h-1zM20 4h1v1h-1zM22 4h3v1h-3zM26 4h1v1h-1zM2 5h1v1h-1zM4 5',
  'h3v1h-3zM8 5h1v1h-1zM11 5h1v1h-1zM14 5h1v1h-1zM16 5h1v1h-1zM20 5h1v1h-1zM22 5h3v1h-3zM26 5',
  'h1v1h-1zM2 6h1v1h-1zM4 6h3v1h-3zM8 6h1v1h-1zM11 6h1v1h-1zM14 6h1v1h-1zM17 6h1v1h-1zM20 6h1',
  'v1h-1zM22 6h3v1h-3zM26 6h1v1h-1zM2 7h1v1h-1zM8 7h1v1h-1zM12 7h3v1h-3zM16 7h3v1h-3zM20 7h1v',
  '1h-1zM26 7h1v1h-1zM2 8h7v1h-7zM10 8h1v1h-1zM12 8h1v1h-1zM14 8h1v1h-1zM16 8h1v1h-1zM18 8h1v',
  '1h-1zM20 8h7v1h-7zM10 9h1v1h-1zM13 9h1v1h-1zM15 9h2v1h-2zM18 9h1v1h-1zM2 10h3v1h-3zM6 10h5',
  'v1h-5zM14 10h2v1h-2zM18 10h3v1h-3zM24 10h1v1h-1zM2 11h6v1h-6zM10 11h2v1h-2zM13 11h3v1h-3zM',
  '18 11h1v1h-1zM20 11h2v1h-2zM23 11h4v1h-4zM8 12h3v1h-3zM12 12h3v1h-3zM19 12h1v1h-1zM21 12h6',
  'v1h-6zM3 13h2v1h-2zM6 13h1v1h-1zM11 13h2v1h-2zM14 13h4v1h-4zM20 13h4v1h-4zM25 13h1v1h-1zM4',
  ' 14h7v1h-7zM12 14h2v1h-2zM15 14h1v1h-1zM17 14h5v1h-5zM23 14h1v1h-1zM26 14h1v1h-1zM4 15h2v1',
  'h-2zM10 15h1v1h-1zM12 15h2v1h-2zM18 15h1v1h-1zM20 15h1v1h-1zM23 15h2v1h-2zM26 15h1v1h-1zM2',
  ' 16h1v1h-1zM4 16h5v1h-5zM10 16h2v1h-2zM18 16h1v1h-1zM20 16h3v1h-3zM25 16h2v1h-2zM3 17h1v1h',
  '-1zM7 17h1v1h-1zM11 17h1v1h-1zM13 17h1v1h-1zM15 17h1v1h-1zM17 17h3v1h-3zM21 17h1v1h-1zM23 ',
  '17h1v1h-1zM2 18h1v1h-1zM5 18h4v1h-4zM10 18h3v1h-3zM14 18h2v1h-2zM17 18h6v1h-6zM25 18h2v1h-',
  '2zM10 19h1v1h-1zM13 19h2v1h-2zM17 19h2v1h-2zM22 19h1v1h-1zM24 19h1v1h-1zM26 19h1v1h-1zM2 2',
  '0h7v1h-7zM10 20h5v1h-5zM17 20h2v1h-2zM20 20h1v1h-1zM22 20h2v1h-2zM25 20h2v1h-2zM2 21h1v1h-',
  '1zM8 21h1v1h-1zM10 21h3v1h-3zM14 21h2v1h-2zM18 21h1v1h-1zM22 21h2v1h-2zM25 21h2v1h-2zM2 22',
  'h1v1h-1zM4 22h3v1h-3zM8 22h1v1h-1zM10 22h2v1h-2zM13 22h1v1h-1zM16 22h1v1h-1zM18 22h5v1h-5z',
  'M25 22h2v1h-2zM2 23h1v1h-1zM4 23h3v1h-3zM8 23h1v1h-1zM13 23h1v1h-1zM21 23h2v1h-2zM24 23h1v',
  '1h-1zM2 24h1v1h-1zM4 24h3v1h-3zM8 24h1v1h-1zM10 24h2v1h-2zM15 24h1v1h-1zM17 24h1v1h-1zM21 ',
  '24h3v1h-3zM26 24h1v1h-1zM2 25h1v1h-1zM8 25h1v1h-1zM10 25h4v1h-4zM18 25h2v1h-2zM21 25h1v1h-',
  '1zM25 25h1v1h-1zM2 26h7v1h-7zM10 26h2v1h-2zM14 26h1v1h-1zM18 26h3v1h-3zM22 26h2v1h-2zM25 2',
  '6h2v1h-2z',
].join('');

export const sampleQr = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29"><path fill="#fff" d="M0 0h29v29H0z"/><path d="${modules}"/></svg>`,
)}`;
