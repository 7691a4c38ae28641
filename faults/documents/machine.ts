import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MOST_OUTPUT = { maxBuffer: 64 * 1024 * 1024 }
const BOOTS_WITHIN_MS = 120_000

/** Why a fresh machine cannot be made here; '' if it can. */
export const whyNoMachine = await run('sh', [
  '-c',
  'test "$(id -u)" = 0 && command -v mmdebstrap systemd-nspawn nsenter && unshare --mount --net true',
]).then(
  () => '',
  () => ': needs root, mmdebstrap and systemd-nspawn (apt-get install mmdebstrap systemd-container)',
)

/** A Debian with systemd as its first process and a network of its own, which leads nowhere. */
export interface Machine {
  /** The machine's file system, as seen from here. */
  root: string
  /** Runs a page's commands there as root; returns what they print. */
  sh(commands: string, input?: string): Promise<string>
  /** Runs a program of this project in the machine's network, where `names` lead to itself. */
  visit(script: string, args: readonly string[], environment: NodeJS.ProcessEnv): ChildProcess
  stop(): Promise<void>
}

/** Installs Debian `release` with these packages into `dir` and boots it; `names` are hosts that are the machine itself. */
export async function startMachine(dir: string, release: string, packages: string[], names: string[]) {
  const root = path.join(dir, 'root')
  await mkdir(root, { recursive: true })
  const all = ['systemd', 'systemd-sysv', 'dbus', 'adduser', 'ca-certificates', 'openssl', ...packages]
  const archive = path.join(dir, 'debian.tar')
  await run('mmdebstrap', ['--variant=minbase', `--include=${all.join()}`, release, archive], MOST_OUTPUT)
  await run('tar', ['-xf', archive, '-C', root])
  const hosts = `127.0.0.1 localhost ${names.join(' ')}\n::1 localhost\n`
  await writeFile(path.join(root, 'etc/hosts'), hosts)
  // systemd needs the unified tree of control groups, whichever this machine has.
  const boot = `umount -R -l /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup
    group=/sys/fs/cgroup/karyo-documents-$$; mkdir -p $group; echo $$ > $group/cgroup.procs
    mkdir -p /run/systemd/nspawn; mount -t tmpfs tmpfs /run/systemd/nspawn
    exec systemd-nspawn --register=no --keep-unit --private-network --boot --console=pipe -D "$0"`
  const nspawn = spawn('unshare', ['--mount', '--cgroup', 'sh', '-c', boot, root])
  let printed = ''
  for (const stream of [nspawn.stdout, nspawn.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-20_000)
    })
  const ended = once(nspawn, 'exit')

  /** The machine's first process, as numbered here. */
  async function firstProcess(): Promise<number | undefined> {
    const children = await readFile(`/proc/${nspawn.pid}/task/${nspawn.pid}/children`, 'utf8').catch(() => '')
    for (const child of children.split(' ').filter(Boolean)) {
      const name = await readFile(`/proc/${child}/comm`, 'utf8').catch(() => '')
      if (name.trim() === 'systemd') return Number(child)
    }
    return undefined
  }

  const inside = (pid: number) => [
    '-t',
    String(pid),
    '--mount',
    '--uts',
    '--ipc',
    '--net',
    '--pid',
    '--cgroup',
  ]
  const until = performance.now() + BOOTS_WITHIN_MS
  for (;;) {
    const pid = await firstProcess()
    const args = [...inside(pid ?? 0), '--', 'systemctl', 'is-system-running']
    const state = pid && (await run('nsenter', args).catch((error) => error)).stdout?.trim()
    if (state === 'running' || state === 'degraded') break
    if (nspawn.exitCode !== null || performance.now() > until)
      throw new Error(`The machine does not boot (${state}): ${printed}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const pid = (await firstProcess()) ?? 0

  async function sh(commands: string, input = ''): Promise<string> {
    const environment = {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
    }
    const args = [...inside(pid), '--', 'bash', '-c', `set -e -o pipefail; cd\n${commands}`]
    const child = spawn('nsenter', args, { env: environment })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    // Whoever reads no input may end before it comes.
    child.stdin.on('error', () => undefined).end(input)
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`${commands}\nended with ${code}:\n${output}`)
    return output.trim()
  }

  function visit(script: string, args: readonly string[], environment: NodeJS.ProcessEnv): ChildProcess {
    const enter = 'mount --bind "$0" /etc/hosts && exec "$@"'
    const program = [process.execPath, script, ...args]
    const all = [
      '-t',
      String(pid),
      '--net',
      'unshare',
      '--mount',
      'sh',
      '-c',
      enter,
      path.join(root, 'etc/hosts'),
    ]
    return spawn('nsenter', [...all, ...program], { env: { PATH: process.env.PATH, ...environment } })
  }

  async function stop(): Promise<void> {
    if (nspawn.exitCode === null) {
      // As poweroff would: nspawn passes it on.
      nspawn.kill('SIGTERM')
      const last = setTimeout(() => process.kill(pid, 'SIGKILL'), 60_000)
      await ended
      clearTimeout(last)
    }
  }
  return { root, sh, visit, stop } satisfies Machine
}
