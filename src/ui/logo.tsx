type Props = {
  /** size in CSS pixels */
  size?: number;
};

/**
 * Shows the logo: a shaft seen from below, with light that falls in through the opening. Drawn for
 * this product.
 */
export const Logo = ({ size = 28 }: Props) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <defs>
      <linearGradient id="logo-light" x1="8" y1="4" x2="24" y2="28" gradientUnits="userSpaceOnUse">
        <stop stopColor="#ffd07a" />
        <stop offset="0.55" stopColor="#ff9d5c" />
        <stop offset="1" stopColor="#ff7259" />
      </linearGradient>
    </defs>
    <rect width="32" height="32" rx="9" fill="#16131f" />
    <path d="M13 5h6l7 17.5a3 3 0 0 1-2.8 4.1H8.8A3 3 0 0 1 6 22.5Z" fill="url(#logo-light)" />
    <ellipse cx="16" cy="22.3" rx="5.6" ry="2.3" fill="#16131f" fillOpacity="0.9" />
  </svg>
);
