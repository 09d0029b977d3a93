import './boot/boot.css';
import { startPage } from './app/start-page.ts';

// not awaited: if the page fails to start, the boot must not load this module again
void startPage(document);
