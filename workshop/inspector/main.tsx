import './inspector.css';
import { createRoot } from 'react-dom/client';
import { InspectorLink } from '../../src/devtools/link/inspector-link.ts';
import { type Channel, channelName } from '../../src/devtools/wire/wire-messages.ts';
import { Inspector } from './inspector.tsx';
import { InspectorStore } from './inspector-store.ts';
import { InspectorProvider } from './use-inspector.tsx';

/* The inspector's page, which the product opens in a second tab. Not part of a production build. */
const store = new InspectorStore();
const link = new InspectorLink(
  new BroadcastChannel(channelName) as Channel,
  store,
  crypto.randomUUID(),
);
store.connect(link);
addEventListener('pagehide', () => link.close());

const container = document.getElementById('inspector');
if (!container) throw new Error('inspector.html has no element for the inspector.');
createRoot(container).render(
  <InspectorProvider value={store}>
    <Inspector />
  </InspectorProvider>,
);
