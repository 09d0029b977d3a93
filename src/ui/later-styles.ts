/*
 * Imports the styles that no page needs before its charts run, so that they load with the charts'
 * code.
 */
import './chip.css';
import './covering.css';
import './notice.css';
import './toast-view.css';
