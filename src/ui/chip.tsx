import type { ReactNode } from 'react';

export type ChipTone = 'plain' | 'good' | 'bad' | 'warn' | 'busy';

export const Chip = ({ tone = 'plain', children }: { tone?: ChipTone; children: ReactNode }) => (
  <span className="chip" data-tone={tone}>
    {children}
  </span>
);
