import type { Act } from '../model/words.ts';

/**
 * What a tool does by its name: an act; `command`, whatever its command line does; `script`, whatever its script
 * calls.
 */
export type ToolDoing = Act | 'command' | 'script';

/** `Read`, `read_file`, `builtin_read_file` and `mcp__files__read_file` are one tool by different names. */
export function toolDoing(tool: string): ToolDoing {
  let doing = remembered.get(tool);
  if (doing === undefined) {
    doing = byName(tool);
    // Agents have a few dozen tools; a hostile file may name a million.
    if (remembered.size < 2000) remembered.set(tool, doing);
  }
  return doing;
}
const remembered = new Map<string, ToolDoing>();

function byName(tool: string): ToolDoing {
  const [, server, inner] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? [];
  const name = (inner ?? tool).replace(/^(?:builtin_|functions[._]|developer__)/, '');
  const known = names.get(name.replace(/[^A-Za-z0-9]/g, '').toLowerCase());
  if (inner === undefined) return known ?? byWords(name) ?? 'other';
  // `run` or `list` of an unknown server may mean anything; two words are clearer.
  const isDistinctive = /[A-Za-z0-9][_\-A-Z]/.test(name) && known !== undefined;
  if (isDistinctive) return known;
  if (/(?:^|[_-])(?:git|github|gitlab)(?:$|[_-])/i.test(server!)) return 'vcs';
  return byWords(name) ?? 'other';
}

const names: ReadonlyMap<string, ToolDoing> = new Map(
  Object.entries({
    command:
      'bash shell shellcommand execcommand runshellcommand runterminalcommand runterminalcmd runinterminal runinterminal2 executecommand execute terminal localshell powershell cmd containerexec runcommand runcommands runbash shellexec bashtool executeshellcommand zsh',
    script: 'exec',
    shell:
      'writestdin bashoutput killshell killbash writeshell readshell awaitshell writebash readbash stopbash listbash getterminaloutput readterminal awaitterminal killterminal runtask createandruntask gettaskoutput runnotebookcell repl python codeinterpreter runcode jsrepl monitor',
    check: 'lint runlint runlinter runchecks',
    read: 'goto scrollup scrolldown read view viewfile readfile readmanyfiles readfiles openfile open cat notebookread viewimage readimage readtextfile readmediafile readmultiplefiles readresource readmcpresource readcurrentlyopenfile getfilecontents readproblems getdiagnostics geterrors readlints accessmcpresource',
    search:
      'grep rg glob ls list listdir listdirectory listfiles directorytree search searchfiles searchfilecontent searchfilecontents filesearch codesearch codebasesearch semanticsearch grepsearch greptool findfiles findfile find tree globsearch globtool listcodedefinitionnames toolsearch searchcode lsp listcodeusages fileglobsearch viewrepomap viewsubdirectory listmcpresources searchcodebase vscodelistcodeusages getsearchviewresults testsearch githubrepo ripgrepsearch ripgreprawsearch semanticsearchfull listdirv2',
    edit: 'edit write multiedit notebookedit editnotebook applypatch applydiff strreplace strreplaceeditor strreplacebasededittool texteditor fileeditor create createfile createnewfile writefile writetofile replace replaceinfile insert insertcontent insertedit insertedittofile insertedintofile patch editfile editfiles editexistingfile multistrreplace multireplace replacestringinfile multireplacestringinfile singlefindandreplace findandreplace searchreplace searchandreplace deletefile movefile renamefile createdirectory removefile editor replacestring multireplacestring renamesymbol vscoderenamesymbol',
    web: 'webfetch websearch googlewebsearch fetch fetchurl fetchurlcontent webresearch searchweb browseraction openurl readwebpage fetchwebpage',
    plan: 'todowrite todoread updateplan exitplanmode enterplanmode taskcreate taskupdate tasklist taskget writetodos todolist todo planexit planenter updatetodolist updatetodos managetodolist createplan planmode submitplan setgoal updategoal',
    agent:
      'task agent spawnagent spawnsubagent waitagent sendinput sendmessage closeagent resumeagent listagents followuptask interruptagent newtask subagent runsubagent delegate delegatetask taskoutput taskstop agentoutput wait team teamcreate callagent invokeagent delegatetoagent dispatchagent getagentoutput readagent writeagent teamspawnteammate teamruntask taskv2 awaittask',
  } satisfies Partial<Record<ToolDoing, string>>).flatMap(([doing, all]) =>
    all.split(' ').map((name): [string, ToolDoing] => [name, doing as ToolDoing]),
  ),
);

/** Unlisted names, when their words are unambiguous. */
function byWords(name: string): ToolDoing | undefined {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const has = (...any: readonly string[]) => any.some((word) => words.includes(word));
  const isFile = has('file', 'files', 'directory', 'dir', 'notebook', 'folder');
  if (isFile && has('read', 'view', 'open', 'get', 'cat')) return 'read';
  if (
    isFile &&
    has('write', 'edit', 'create', 'update', 'delete', 'remove', 'move', 'rename', 'replace', 'append', 'patch')
  )
    return 'edit';
  if (isFile && has('list', 'search', 'find', 'tree')) return 'search';
  if (has('grep', 'glob')) return 'search';
  if (has('web', 'url', 'browser', 'browse', 'webpage') || (has('navigate') && has('page'))) return 'web';
  if (has('todo', 'todos')) return 'plan';
  if (has('subagent', 'subagents')) return 'agent';
  if (words[0] === 'git') return 'vcs';
  if (has('shell', 'bash', 'terminal') && has('run', 'exec', 'execute', 'command')) return 'command';
  if (has('tests', 'test') && has('run')) return 'check';
  return undefined;
}
