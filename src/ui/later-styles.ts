/*
 * What no page shows before its charts run: these styles come with the code of the charts and are not
 * part of what a visitor waits for first.
 */
import './chip.css';
import './notice.css';
import './toast-view.css';
