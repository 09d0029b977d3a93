import type { KeptPhoto } from '../model/kept-photo.ts';

export type KeeperContext = {
  /** the photo that the tray has had in hand last */
  heldId: string | null;
};

export type KeeperEvent =
  /** the tray has this photo in hand; again when what is known of it has changed */
  | { type: 'photo.held'; photo: KeptPhoto }
  /** it has arrived at the server, or the visitor has put it away */
  | { type: 'photo.released'; id: string };

declare module '../charts.ts' {
  interface ChartEvents {
    keeper: KeeperEvent;
  }
}
