// Keeps one PostgreSQL server as long as somebody needs it: `node postgres-keeper.mjs FOLDER BIN PORT OWNER`. It ends the server, and removes
// the folder, once the process OWNER is gone, however that ended; vitest has no say in it when it is killed.
import { spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, bin, port, owner, uid, gid] = process.argv.slice(2);
const who = uid ? { uid: Number(uid), gid: Number(gid) } : {};
let isOver = false;
let server = start();

function start() {
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', fsync: 'off', full_page_writes: 'off', max_connections: '100', shared_buffers: '64MB', log_min_messages: 'warning', timezone: 'UTC' };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(bin, 'postgres'), ['-D', join(folder, 'data'), ...options], { ...who, stdio: ['ignore', 'ignore', 'inherit'], cwd: folder });
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
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}

function stop() {
  if (isOver) return;
  isOver = true;
  // At once, without a checkpoint: nobody will read what it holds.
  server.kill('SIGQUIT');
  setTimeout(end, 5_000).unref();
}

process.on('SIGTERM', stop);
setInterval(() => {
  try {
    process.kill(Number(owner), 0);
  } catch {
    stop();
  }
}, 300);
