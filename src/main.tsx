import './boot/boot.css';
import { startApp } from './app/start-app.tsx';
import { whenParsed } from './boot/when-parsed.ts';

async function start() {
  await whenParsed(document);
  const container = document.getElementById('app');
  if (container) await startApp(document, container);
}

// not awaited: a page that fails to start is no reason for the boot to load this again
void start();
