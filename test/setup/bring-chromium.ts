// Before any test: it may take longer than a test has.
export { bringChromium as setup } from '../support/chromium.ts';
