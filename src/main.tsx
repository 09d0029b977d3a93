import './boot/boot.css';
import { startPage } from './app/start-page.ts';

// not awaited: a page that fails to start is no reason for the boot to load this again
void startPage(document);
