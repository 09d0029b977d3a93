import './boot/boot.css';
import { startPage } from './app/start-page.ts';

// the call is not awaited, because the boot must not load this module again if the page fails to
// start
void startPage(document);
