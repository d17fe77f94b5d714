//! Tests of the playground as the page asks it, on this machine; `viewer/test/playground.test.mjs` asks it in a browser.

mod playground;
