import './lit-photo.css';
import type { CSSProperties, ReactNode } from 'react';
import { Icon } from './icons.tsx';

type Props = {
  /** address of the photo, or null if the browser cannot show the photo */
  src: string | null;
  /** width divided by height */
  ratio: number;
  /** lit share of the photo, 0 to 100 */
  percent: number;
  /** content that is shown over the photo, such as the finished part of the result */
  children?: ReactNode;
};

/** Shows a dark photo. A light rises over the photo with the progress. */
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
