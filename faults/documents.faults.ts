import type { ChildProcess } from 'node:child_process'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAuthority } from '#adapters/hl7/testing/certificates.ts'
import { VERSION } from '#server/start/version.ts'
import { type Row, report } from './broken/table.ts'
import { type Machine, startMachine, whyNoMachine } from './documents/machine.ts'
import { unpackVersionBefore } from './upgrade/before.ts'

// docs/installing.md on a fresh Debian with systemd, from nothing to a restored backup and two portals. Its commands are run as they
// stand; this file is what an operator brings along: the archives, a certificate, the settings, a laboratory, and people.

const run = promisify(execFile)
const MOST_OUTPUT = { maxBuffer: 64 * 1024 * 1024 }
const ROOT = path.resolve(import.meta.dirname, '..')
const HOST = 'portal.laboratory.example'
/** The one that the page asks for in place of its example. */
const PASSWORD = 'of-our-own-choice'
const ORIGIN = `https://${HOST}`
const SUPPORT = 'ada.okafor@laboratory.example'
const PHYSICIAN = 'ada.okafor@clinic.example'
const MAIL_PORT = 2525

const page = await readFile(path.join(ROOT, 'docs/installing.md'), 'utf8')
/** The commands under a heading, in their order. */
function codeUnder(heading: string, language = 'sh'): string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const blocks = section.split('\n## ')[0]?.matchAll(new RegExp(`\`{3}${language}\\n(.*?)\`{3}`, 'gs')) ?? []
  const code = [...blocks].map(([, text = '']) => text)
  if (code.length === 0) throw new Error(`docs/installing.md has no commands under "${heading}"`)
  return code
}

let dir = ''
let machine: Machine
let mails: string
const ended: Row[] = []
const running: ChildProcess[] = []

/** Runs one step and notes how long it took. */
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now()
  const result = await work()
  ended.push({ step: name, seconds: Math.round((performance.now() - from) / 1000) })
  return result
}

/** The archive that is given to the machine, and the one of the version before: its sources and sites with the same packages. */
async function archives(into: string): Promise<{ young: string; before: string }> {
  await run(process.execPath, [path.join(ROOT, 'scripts/release.ts')], { cwd: ROOT, ...MOST_OUTPUT })
  const base = `karyo-${VERSION}-${process.platform}-${process.arch}`
  const young = path.join(into, 'young', `${base}.tar.gz`)
  const before = path.join(into, 'before', `${base}.tar.gz`)
  for (const file of [young, before]) await mkdir(path.dirname(file), { recursive: true })
  await cp(path.join(ROOT, '.cache/release', `${base}.tar.gz`), young)
  const sources = path.join(into, 'sources')
  await mkdir(sources)
  const added = await unpackVersionBefore(sources)
  expect(added, 'the version before has fewer migrations').not.toEqual([])
  await run('tar', ['-xzf', young, '-C', into])
  const unpacked = path.join(into, base)
  await rm(path.join(sources, 'node_modules'))
  await rm(path.join(sources, 'sources.tar'))
  // What is installed stays; sources and sites are those of the version before.
  const replace = `cd "$0" && rm -rf server/database/migrations brand */dist && cp -a "$1/." . && cp deploy/release/karyo karyo`
  await run('sh', ['-c', replace, unpacked, sources])
  await run('tar', ['--use-compress-program=gzip -1', '-cf', before, '-C', into, base])
  for (const folder of [unpacked, sources]) await rm(folder, { recursive: true })
  return { young, before }
}

/** The answer of what a user does in a browser. */
async function visit<T>(command: string, ...args: string[]): Promise<T> {
  const child = visitor(command, args)
  const lines: string[] = []
  for await (const line of createInterface(child.stdout as NodeJS.ReadableStream)) lines.push(line)
  if (child.exitCode === null) await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`${command} failed`)
  return JSON.parse(lines.at(-1) ?? '') as T
}
function visitor(command: string, args: string[]): ChildProcess {
  const environment = { NODE_EXTRA_CA_CERTS: path.join(dir, 'authorities.pem') }
  const child = machine.visit(
    path.join(ROOT, 'faults/documents/visit.ts'),
    [ORIGIN, command, ...args],
    environment,
  )
  child.stderr?.pipe(process.stderr)
  running.push(child)
  return child
}

/** Waits until the portal at a port is ready, and users reach it. */
async function ready(port = 3000) {
  const ask = (address: string) =>
    machine.sh(`curl -fsS --cacert authorities.pem ${address}`).then(
      () => 'answers',
      (error: Error) => error.message,
    )
  for (const address of [`http://127.0.0.1:${port}/healthz`, `${ORIGIN}/catalogue/`])
    await expect.poll(() => ask(address), { timeout: 180_000, interval: 500 }).toBe('answers')
}

const commands = (heading: string) => codeUnder(heading).join('\n')
const inFolder = (heading: string) => machine.sh(`cd /opt/karyo\n${commands(heading)}`)
const logOf = (unit: string) => machine.sh(`journalctl -u ${unit} -o cat --no-pager`)

beforeAll(async () => {
  if (whyNoMachine) return
  dir = await mkdtemp('/var/tmp/karyo-documents-')
  mails = path.join(dir, 'mails')
  await mkdir(mails)
}, 60_000)
afterAll(async () => {
  for (const child of running) child.kill('SIGTERM')
  await machine?.stop()
  if (dir) await rm(dir, { recursive: true, force: true })
  report('docs/installing.md on a fresh Debian 13', ended)
}, 180_000)

test.skipIf(whyNoMachine)(
  `the documents alone lead from an empty machine to orders, an upgrade and back, two portals, and a restored backup${whyNoMachine}`,
  { timeout: 60 * 60_000 },
  async () => {
    const built = await step('building the archives', () => archives(dir))
    machine = await step('installing Debian and booting it', () =>
      startMachine(dir, 'trixie', ['postgresql', 'haproxy', 'curl'], [HOST]),
    )
    const carry = (file: string, to: string) => cp(file, path.join(machine.root, to))
    const authority = await makeAuthority('The Authority Of The Laboratory')
    const { cert, key } = await authority.certify(HOST, HOST)
    await writeFile(path.join(dir, 'authorities.pem'), authority.ca)
    // An operator's files, in their home.
    for (const [name, text] of [
      ['portal.crt', cert],
      ['portal.key', key],
      ['authorities.pem', authority.ca],
    ] as const)
      await writeFile(path.join(machine.root, 'root', name), `${text.trim()}\n`)
    const archive = path.basename(built.before)
    await carry(built.before, `root/${archive}`)

    await step('database, user, folders', async () => {
      const [statements = ''] = codeUnder('PostgreSQL', 'sql')
      await machine.sh(
        'runuser -u postgres -- psql -v ON_ERROR_STOP=1',
        statements.replace('choose-one', PASSWORD),
      )
      const [unpack = '', create = ''] = codeUnder('User and folders')
      await machine.sh(`${unpack}\ncd /opt/karyo\n${create}`)
    })
    await step('settings', () =>
      machine.sh(`install -m 640 -g karyo authorities.pem /etc/karyo/authorities.pem
        sed -i -e "s|^KARYO_SECRET=.*|KARYO_SECRET=$(openssl rand -base64 36)|" -e 's|:choose-one@|:${PASSWORD}@|' \
          -e 's|^KARYO_SMTP_URL=.*|KARYO_SMTP_URL=smtp://127.0.0.1:${MAIL_PORT}\\nKARYO_SMTP_PLAIN=on|' \
          -e 's|^KARYO_LAB_HOST=.*|KARYO_LAB_HOST=127.0.0.1|' -e 's|^# NODE_EXTRA|NODE_EXTRA|' /etc/karyo/karyo.env`),
    )
    await step('proxy', () => machine.sh(commands('The proxy').replaceAll(' deploy/', ' /opt/karyo/deploy/')))

    // A mail server and a laboratory.
    await once(
      createInterface(visitor('mails', [String(MAIL_PORT), mails]).stdout as NodeJS.ReadableStream),
      'line',
    )
    const [simulated = ''] = codeUnder('A laboratory to try it with')
    const settings = [...simulated.matchAll(/(KARYO_SIM_\w+)=("[^"]*"|\S+)/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('"', '')],
    )
    const laboratory = machine.visit(path.join(ROOT, 'simulators/laboratory/main.ts'), [], {
      ...Object.fromEntries(settings),
      ...{
        KARYO_SIM_DIR: path.join(dir, 'laboratory'),
        KARYO_LAB_SPEED: '60',
        KARYO_LAB_BEHAVIOUR: 'steady',
      },
    })
    running.push(laboratory)
    laboratory.stderr?.pipe(process.stderr)
    await once(createInterface(laboratory.stdout as NodeJS.ReadableStream), 'line')

    const [units = '', check = ''] = codeUnder('Units')
    await step('units', () => machine.sh(`cd /opt/karyo\n${units}`))
    const checked = await step('check before the start', () => machine.sh(check))
    expect(checked).toContain('the proxy answers, but no portal behind it')
    expect(checked).toContain('Everything that is configured can be used.')

    const [data = '', start = ''] = codeUnder('Data and the first user')
    const printed = await step('imports and the first Support user', () => machine.sh(data))
    await step('first start', async () => {
      await machine.sh(start)
      await ready()
    })
    const [link = ''] = /https:\/\/\S+\/reset\?token=\S+/.exec(printed) ?? []
    await step('Support chooses a password and signs in', async () => {
      expect(await visit('support', link, SUPPORT)).toEqual({ signedIn: SUPPORT, waiting: 0 })
    })
    expect(await step('check with the portal', () => machine.sh(check))).not.toContain('FAIL')
    await step('a physician is invited, signs up and registers', () =>
      visit('physician', SUPPORT, PHYSICIAN, mails, '1234567893'),
    )
    const [brand = ''] = codeUnder('Your brand and your data')
    await step('the laboratory’s own name', async () => {
      expect(await machine.sh(brand)).toContain('is the brand of Quay Genetics')
      await ready()
      const page = await machine.sh(`curl -s --cacert authorities.pem ${ORIGIN}/logged-out`)
      expect(page).toContain('<title>Quay Genetics</title>')
    })
    const order = (lastName: string) => visit<{ id: number; report: string }>('order', PHYSICIAN, lastName)
    const first = await step('an order and its report', () => order('Firstly'))
    expect(first.report).toBe('%PDF-')

    await step('timers', () => machine.sh(`cd /opt/karyo\n${commands('Timers')}`))
    const [upgrade = '', back = ''] = codeUnder('Upgrade, and back')
    await step('upgrade, with its backup', async () => {
      await carry(built.young, `root/${archive}`)
      await machine.sh(upgrade)
      await ready()
    })
    const second = await step('an order and its report, upgraded', () => order('Secondly'))
    await step('back to the version before', async () => {
      await machine.sh(back)
      await ready()
    })
    expect(await logOf('karyo')).toContain('This version can use it')
    const readAll = (...ids: number[]) => visit<{ found: Row[] }>('read', PHYSICIAN, ...ids.map(String))
    const firstTwo = [
      { id: first.id, lastName: 'Firstly', report: true },
      { id: second.id, lastName: 'Secondly', report: true },
    ]
    expect((await readAll(first.id, second.id)).found).toEqual(firstTwo)
    const third = await step('an order and its report, gone back', () => order('Thirdly'))
    await step('upgraded again', async () => {
      await machine.sh(
        'systemctl stop karyo.service; mv /opt/karyo /opt/karyo-before; mv /opt/karyo-next /opt/karyo; systemctl start karyo.service',
      )
      await ready()
    })

    await step('a second portal', async () => {
      await inFolder('A second portal')
      await ready(3001)
      await ready()
    })
    const watched = await step('one of two portals is killed', async () => {
      const watching = visitor('watch', [PHYSICIAN, String(third.id)])
      const lines = createInterface(watching.stdout as NodeJS.ReadableStream)
      const all = lines[Symbol.asyncIterator]()
      await all.next()
      await machine.sh('systemctl kill --signal=KILL karyo.service')
      const fourth = await order('Fourthly')
      expect(fourth.report).toBe('%PDF-')
      await ready()
      watching.stdin?.end()
      return JSON.parse((await all.next()).value ?? '') as { requests: number; longestSeconds: number }
    })
    expect(watched.requests).toBeGreaterThan(0)

    const backup = await step('a backup', async () => {
      await machine.sh('systemctl start karyo-backup.service karyo-audit.service')
      return machine.sh('ls -t /var/lib/karyo-backups/*.tar.gz | head -1')
    })
    const before = await machine.sh(`runuser -u postgres -- psql karyo -Atc 'select count(*) from orders'`)
    await step('the backup restored', async () => {
      await machine.sh('systemctl disable --now karyo-second.service')
      await machine.sh(commands('Restore').replace('FILE', backup))
      await ready()
    })
    expect(await machine.sh(`runuser -u postgres -- psql karyo -Atc 'select count(*) from orders'`)).toBe(
      before,
    )
    expect((await readAll(first.id, second.id, third.id)).found).toEqual([
      ...firstTwo,
      { id: third.id, lastName: 'Thirdly', report: true },
    ])
    const fifth = await step('an order and its report, restored', () => order('Fifthly'))
    expect(fifth.id).toBeGreaterThan(104_000)
    process.stdout.write(`While a portal was killed: ${JSON.stringify(watched)}\n`)
  },
)
