import './lit-photo.css';
import type { CSSProperties, ReactNode } from 'react';
import { Icon } from './icons.tsx';

type Props = {
  /** null where the browser cannot show the photo */
  src: string | null;
  /** width divided by height */
  ratio: number;
  /** 0 to 100: how much of it is in the light */
  percent: number;
  /** lies over the photo, such as what is finished of the result */
  children?: ReactNode;
};

/** The photo in the dark, and the light that rises in it with the progress. */
export const LitPhoto = ({ src, ratio, percent, children }: Props) => (
  <div
    className="lit-photo"
    style={{ '--ratio': ratio, '--lit': `${percent}%`, '--part': percent / 100 } as CSSProperties}
  >
    {src ? (
      <>
        <img className="lit-photo-dim" src={src} alt="" />
        <img className="lit-photo-bright" src={src} alt="" />
      </>
    ) : (
      <span className="lit-photo-none">
        <Icon name="photo" size={56} />
      </span>
    )}
    <span className="lit-photo-edge" />
    {children}
  </div>
);
