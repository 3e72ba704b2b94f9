#!/usr/bin/env node
// Plain, old JavaScript on purpose: this file must parse on Nodes that could not load the rest,
// as a script and as a module, so that they can say what is missing instead of a stack trace.
var oldest = [22, 16]; // node:sqlite without flags and with full-text search, zstd
var version = process.versions.node.split('.').map(Number);

if (version[0] < oldest[0] || (version[0] === oldest[0] && version[1] < oldest[1])) {
  console.error('stemma needs Node ' + oldest.join('.') + ' or newer, and this is Node ' + process.versions.node + '.');
  process.exitCode = 1;
} else if (process.argv.length === 3 && /^(--version|-V|version)$/.test(process.argv[2])) {
  printVersion();
} else {
  if (/^(serve|server)$/.test(process.argv[2])) shareFreeMemory();
  keepCompiledCode();
  import('../dist/main.js');
}

/** As the command `version` does, without loading it: scripts and editors ask for it often. */
function printVersion() {
  var fs = process.getBuiltinModule('node:fs');
  var manifest = process.getBuiltinModule('node:path').join(fs.realpathSync(process.argv[1]), '../../package.json');
  var stemma = JSON.parse(fs.readFileSync(manifest, 'utf8')).version;
  var sqlite = process.versions.sqlite || 'unknown';
  process.stdout.write('stemma ' + stemma + ' (Node ' + process.versions.node + ', SQLite ' + sqlite + ')\n');
}

/**
 * Compiling the program's code is a good part of what a short command costs, so it is kept in stemma's folder, in one
 * that only its owner can enter; never in a folder for temporary files, where others could plant code. Without that
 * folder nothing is kept or made.
 */
function keepCompiledCode() {
  var fs = process.getBuiltinModule('node:fs');
  var path = process.getBuiltinModule('node:path');
  var home = process.env['STEMMA_HOME'] || path.join(process.getBuiltinModule('node:os').homedir(), '.stemma');
  var folder = path.join(home, 'compiled');
  try {
    if (!fs.existsSync(home)) return undefined;
    if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 448 }); // 0700
    return process.getBuiltinModule('node:module').enableCompileCache(folder);
  } catch (error) {
    // It cannot be written: then the code is compiled each time.
    return error;
  }
}

/**
 * A server's threads each keep memory that they freed for themselves, some 20 MB together. glibc lets them share it and
 * returns it when the environment says so before the process starts, so this process starts itself anew, with the same id.
 */
function shareFreeMemory() {
  if (process.platform !== 'linux' || !process.execve || process.env['MALLOC_ARENA_MAX']) return;
  var args = [process.execPath].concat(process.execArgv, process.argv.slice(1));
  process.removeAllListeners('warning'); // That this call is experimental is ours to know.
  var shared = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };
  process.execve(process.execPath, args, Object.assign({}, process.env, shared));
}
