import type { ReactNode } from 'react';

/* Icons for payment methods (R46). They show what the buyer does, because trade marks must not
 * be used. The colour distinguishes methods of the same kind. */

const card = (
  <>
    <rect x="3" y="6" width="18" height="12" rx="2.5" />
    <path d="M3 10h18M6.5 14.5H10" />
  </>
);

const wallet = (
  <>
    <path d="M4 8.5A2.5 2.5 0 0 1 6.5 6H17v3M4 8.5V16.5A2.5 2.5 0 0 0 6.5 19H18a2 2 0 0 0 2-2v-6a2 2 0 0 0-2-2H4.5" />
    <circle cx="16" cy="14" r=".9" />
  </>
);

const phone = (
  <>
    <rect x="4" y="3" width="10" height="18" rx="2.5" />
    <path d="M8 18h2M17 9a4.2 4.2 0 0 1 0 6m2.4-8.4a7.6 7.6 0 0 1 0 10.8" />
  </>
);

const bag = <path d="M5 8h14l-1 12H6zm3.5 3V7a3.5 3.5 0 0 1 7 0v4" />;

const bank = <path d="m4 9.5 8-5 8 5zM6 10v7m4-7v7m4-7v7m4-7v7M4 19.5h16" />;

const code = (
  <path d="M4 4h6v6H4zm10 0h6v6h-6zM4 14h6v6H4zm10 0h2v2h-2zm4 0h2m-6 6v-2m4 2h2v-2m-4-1h2" />
);

const signs: Readonly<Record<string, { sign: ReactNode; hue: number }>> = {
  card: { sign: card, hue: 30 },
  paypal: { sign: wallet, hue: 225 },
  dana: { sign: wallet, hue: 205 },
  g_cash: { sign: wallet, hue: 215 },
  touch_n_go: { sign: wallet, hue: 250 },
  maya: { sign: bank, hue: 150 },
  upi: { sign: code, hue: 20 },
  truemoney: { sign: bank, hue: 15 },
  boost: { sign: wallet, hue: 350 },
  rabbit_line: { sign: wallet, hue: 135 },
  apple_pay: { sign: phone, hue: 260 },
  google_pay: { sign: phone, hue: 190 },
  shopee: { sign: bag, hue: 10 },
};

/**
 * Shows the icon of a payment method. The server names no icon for some methods, whose icons are
 * found by the code of the method.
 */
export function MethodIcon({ icon, code }: { icon: string | null; code: string }) {
  const known = signs[icon ?? code];
  if (!known) return null;
  return (
    <svg
      className="method-icon"
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden="true"
      style={{ '--hue': known.hue } as object}
    >
      {known.sign}
    </svg>
  );
}
