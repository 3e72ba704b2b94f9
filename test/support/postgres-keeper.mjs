// Keeps one PostgreSQL server as long as somebody needs it: `node postgres-keeper.mjs KEPT`, as JSON. It ends the
// server, and removes its folder unless that shall stay, once the process that owns it is gone, however that ended;
// vitest has no say in it when it is killed.
import { spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @type {import('./postgres.ts').Kept} */
const { folder, bin, port, owner, user, settings, folderStays } = JSON.parse(process.argv[2] ?? '');
let isOver = false;
let server = start();

function start() {
  const all = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    log_min_messages: 'warning',
    timezone: 'UTC',
    ...settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(bin, 'postgres'), ['-D', join(folder, 'data'), ...options], {
    ...user,
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: folder,
  });
  child.on('error', (error) => process.stderr.write(`${error.message}\n`));
  child.on('exit', () => {
    if (isOver) end();
    // Somebody has stopped it and wants it back, at once or later: see `restart` and `pause` in postgres.ts.
    else startWhenWanted();
  });
  writeFileSync(join(folder, 'server.pid'), String(child.pid));
  return child;
}

function startWhenWanted() {
  if (isOver) end();
  else if (existsSync(join(folder, 'paused'))) setTimeout(startWhenWanted, 50);
  else server = start();
}

function end() {
  rmSync(folderStays ? join(folder, 'server.pid') : folder, { recursive: true, force: true });
  process.exit(0);
}

function stop() {
  if (isOver) return;
  isOver = true;
  if (folderStays) return void server.kill('SIGINT');
  // At once, without a checkpoint: nobody will read what it holds.
  server.kill('SIGQUIT');
  setTimeout(end, 5_000).unref();
}

process.on('SIGTERM', stop);
setInterval(() => {
  try {
    process.kill(owner, 0);
  } catch {
    stop();
  }
}, 300);
