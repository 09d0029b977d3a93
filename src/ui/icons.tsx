import type { ReactNode } from 'react';

const shapes = {
  photo: (
    <>
      <rect x="3" y="4" width="18" height="16" rx="4" />
      <path d="m4 17 4.6-4.6a2 2 0 0 1 2.8 0L16 17m-2-2 1.4-1.4a2 2 0 0 1 2.8 0L21 16" />
      <circle cx="15.5" cy="8.8" r="1.4" />
    </>
  ),
  camera: (
    <>
      <path d="M4 8.5A2.5 2.5 0 0 1 6.5 6H8l1.4-2h5.2L16 6h1.5A2.5 2.5 0 0 1 20 8.5v8a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 16.5z" />
      <circle cx="12" cy="12.4" r="3.4" />
    </>
  ),
  download: <path d="M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M5 20h14" />,
  share: (
    <path d="M12 15V4m0 0L7.5 8.5M12 4l4.5 4.5M5 13v4.5A2.5 2.5 0 0 0 7.5 20h9a2.5 2.5 0 0 0 2.5-2.5V13" />
  ),
  copy: (
    <>
      <rect x="8.5" y="8.5" width="11.5" height="11.5" rx="3" />
      <path d="M15.5 8.5V7A2.5 2.5 0 0 0 13 4.5H7A2.5 2.5 0 0 0 4.5 7v6A2.5 2.5 0 0 0 7 15.5h1.5" />
    </>
  ),
  close: <path d="m6 6 12 12M18 6 6 18" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  arrow: <path d="M5 12h14m0 0-5.5-5.5M19 12l-5.5 5.5" />,
  zoomIn: <path d="M11 8v6m-3-3h6m5 8-3.7-3.7M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z" />,
  zoomOut: <path d="M8 11h6m5 8-3.7-3.7M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z" />,
  eye: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="2.8" />
    </>
  ),
  trash: (
    <path d="M4.5 7h15M9.5 7V4.5h5V7m-8 0 .9 11.2A2 2 0 0 0 9.4 20h5.2a2 2 0 0 0 2-1.8L17.5 7m-7 4v5m3-5v5" />
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 7.5V12l3 2" />
    </>
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c2.4 2.3 3.6 5.1 3.6 8.5s-1.2 6.2-3.6 8.5c-2.4-2.3-3.6-5.1-3.6-8.5S9.6 5.8 12 3.5Z" />
    </>
  ),
  person: (
    <>
      <circle cx="12" cy="8.2" r="3.7" />
      <path d="M4.8 20c.9-3.7 3.7-5.6 7.2-5.6s6.3 1.9 7.2 5.6" />
    </>
  ),
  chevron: <path d="m7 10 5 5 5-5" />,
  plus: <path d="M12 5v14M5 12h14" />,
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5m0-8.5v.1" />
    </>
  ),
  warning: (
    <path d="M12 9v4.5m0 3v.1M10.3 4.6 2.9 17.4A2 2 0 0 0 4.6 20.4h14.8a2 2 0 0 0 1.7-3L13.7 4.6a2 2 0 0 0-3.4 0Z" />
  ),
  offline: (
    <path d="M4 4l16 16M8.5 15.5a5 5 0 0 1 7 0M5.5 12.2a9.2 9.2 0 0 1 4.2-2.4m4.8.1a9.2 9.2 0 0 1 4 2.3M2.5 8.8a13.5 13.5 0 0 1 4-2.7m4.5-1a13.6 13.6 0 0 1 10.5 3.7M12 19v.1" />
  ),
  stack: (
    <>
      <rect x="4" y="8" width="16" height="12" rx="3" />
      <path d="M6.5 4.8h11" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="10.5" width="14" height="9.5" rx="3" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
    </>
  ),
  pinOff: (
    <path d="M4 4l16 16M8.2 5.3A6.5 6.5 0 0 1 18.5 10.5c0 1.4-.6 2.8-1.4 4.1M15 17.2c-1.5 2-3 3.3-3 3.3s-6.5-5.5-6.5-10c0-.5.1-1 .2-1.5" />
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

type Props = {
  name: IconName;
  /** size in CSS pixels */
  size?: number;
};

/** Shows an icon that decorates a text. An icon must never be the only name of a control. */
export const Icon = ({ name, size = 20 }: Props) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {shapes[name]}
  </svg>
);
