import '../../../src/ui/tokens.css';
import '../../../src/ui/base.css';
import './gallery.css';
import './small-screen.css';
import { createRoot } from 'react-dom/client';
import { Gallery } from './gallery.tsx';
import { loadStates } from './load-data.ts';

/* The gallery's page, for designers and translators. Not part of a production build. */
const container = document.getElementById('gallery');
if (!container) throw new Error('gallery.html has no element for the gallery.');
loadStates().then(
  (data) => createRoot(container).render(<Gallery {...data} />),
  (error: Error) => {
    container.textContent = error.message;
  },
);
