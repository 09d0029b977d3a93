/*
 * Loaded before the project's scripts, which are .ts files that only Node 24 runs without a build
 * step. This file is plain JavaScript, so that an older Node can print the message.
 */
const major = Number(process.versions.node.split('.')[0]);

if (major < 24) {
  console.error(
    `\nThis is Node ${process.version}, but Lightwell runs on the pinned Node 24. Start it with npm (npm start, npm test, npm run …), which uses the right one; if you did, the pinned Node is missing because install scripts are switched off: run npm ci --ignore-scripts=false.\n`,
  );
  process.exit(1);
}
