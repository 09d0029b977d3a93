const major = Number(process.versions.node.split('.')[0]);

/** Our .ts files run directly, which needs Node 24; npm scripts find the pinned one by themselves. */
if (major < 24) {
  console.error(
    `\nThis is Node ${process.version}, but Lightwell runs on the pinned Node 24. Start it with npm (npm start, npm test, npm run …), which uses the right one.\n`,
  );
  process.exit(1);
}
