#!/usr/bin/env node
// Plain, old JavaScript on purpose: this file must parse on Nodes that could not load the rest,
// as a script and as a module, so that they can say what is missing instead of a stack trace.
var oldest = [22, 16]; // node:sqlite without flags and with full-text search, zstd
var version = process.versions.node.split('.').map(Number);

if (version[0] < oldest[0] || (version[0] === oldest[0] && version[1] < oldest[1])) {
  console.error('stemma needs Node ' + oldest.join('.') + ' or newer, and this is Node ' + process.versions.node + '.');
  process.exitCode = 1;
} else {
  import('../dist/main.js');
}
