import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#adapters/identity/testing/free-port.ts'
import { openClinic } from '../e2e/clinic.ts'

// docs/containers.md, done: a base of Debian's own packages, the image on it, a container that is not root on a read-only file
// system, and an order with its report. Without a daemon or an image registry: Debian's buildah and mmdebstrap, as root.

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '..')
const MOST_OUTPUT = { maxBuffer: 64 * 1024 * 1024 }

const missing = await run('sh', [
  '-c',
  'test "$(id -u)" = 0 && command -v buildah mmdebstrap && unshare --mount true',
]).then(
  () => '',
  () => ': needs root, buildah and mmdebstrap (apt-get install buildah mmdebstrap)',
)

let dir = ''
const buildah = async (...args: string[]) => {
  const store = ['--root', path.join(dir, 'store'), '--runroot', path.join(dir, 'run')]
  return (await run('buildah', [...store, '--storage-driver', 'vfs', ...args], MOST_OUTPUT)).stdout.trim()
}

beforeAll(async () => {
  if (missing) return
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-image-'))
  await run(process.execPath, [path.join(ROOT, 'scripts/release.ts')], { cwd: ROOT, ...MOST_OUTPUT })
  const base = path.join(dir, 'base.tar')
  const { stdout: release } = await run('sh', ['-c', '. /etc/os-release && echo "$VERSION_CODENAME"'])
  await run(
    'mmdebstrap',
    ['--variant=minbase', '--include=ca-certificates', release.trim(), base],
    MOST_OUTPUT,
  )
  const container = await buildah('from', 'scratch')
  await buildah('add', container, base, '/')
  await buildah('commit', container, 'localhost/base')
  await buildah(
    ...['build', '--isolation', 'chroot', '--format', 'docker', '--build-arg', 'BASE=localhost/base'],
    ...['-f', path.join(ROOT, 'deploy/container/Containerfile'), '-t', 'localhost/karyo'],
    path.join(ROOT, '.cache/release'),
  )
  // Copies of everything, several times: the storage needs no kernel module.
}, 20 * 60_000)
afterAll(async () => {
  if (dir) await rm(dir, { recursive: true, force: true })
})

test.skipIf(missing)(`the image is made of the archive and has no compiler${missing}`, async () => {
  const [{ size }] = JSON.parse(await buildah('images', '--json', 'localhost/karyo'))
  process.stdout.write(`The image has ${size}.\n`)
  const { OCIv1, Docker } = JSON.parse(await buildah('inspect', '--type', 'image', 'localhost/karyo'))
  expect(OCIv1.config).toMatchObject({ User: '10001:10001', Entrypoint: ['./karyo'], Cmd: ['start'] })
  expect(Docker.config.Healthcheck.Test.join(' ')).toContain('/healthz')
  const container = await buildah('from', 'localhost/karyo')
  const root = await buildah('mount', container)
  const { stdout } = await run('sh', ['-c', 'ls "$0"/usr/bin "$0"/usr/local/bin', root])
  expect(stdout.split('\n').filter((name) => /^(gcc|cc|g\+\+|make|npm|node-gyp)/.test(name))).toEqual([])
})

test.skipIf(missing)(
  `it runs without root on a read-only file system, from signing in to an order’s report${missing}`,
  async () => {
    const container = await buildah('from', 'localhost/karyo')
    const root = await buildah('mount', container)
    const volume = path.join(dir, 'volume')
    await mkdir(volume, { mode: 0o700 })
    await chown(volume, 10001, 10001)
    const port = await freePort()
    const environment = {
      ...{ PATH: '/usr/bin:/bin', NODE_ENV: 'test', HOST: '127.0.0.1', PORT: String(port) },
      ...{ PUBLIC_ORIGIN: `http://localhost:${port}`, DATA_DIR: '/var/lib/karyo', KARYO_DEMO: 'on' },
      ...{ KARYO_LAB_SPEED: '60', KARYO_LAB_BEHAVIOUR: 'steady' },
    }
    const settings = Object.entries(environment).map((one) => one.join('='))
    // What a container runtime does with --read-only, --tmpfs /tmp and a volume.
    const script = `set -e
      mount --bind "$0" "$0"; mount -o remount,ro,bind "$0"
      mount -t tmpfs tmpfs "$0/tmp"; mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"
      mount --bind "$1" "$0/var/lib/karyo"; root=$0; shift
      exec chroot --userspec=10001:10001 "$root" /usr/bin/env -i "$@" sh -c \\
        'cd /opt/karyo; id -u; touch x 2>&1; exec ./karyo start'`
    const child = spawn('unshare', ['--mount', 'sh', '-c', script, root, volume, ...settings])
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text
      })
    const ended = once(child, 'exit')
    try {
      const origin = `http://localhost:${port}`
      const status = () =>
        fetch(`${origin}/healthz`)
          .then((reply) => reply.status)
          .catch(() => printed)
      await expect.poll(status, { timeout: 180_000, interval: 500 }).toBe(200)
      expect(printed).toMatch(/^10001\n.*Read-only file system/)
      const clinic = await openClinic(origin, 'provider@demo.test')
      const id = await clinic.draft('Containeria')
      await clinic.submit(id)
      const state = async () => (await clinic.order(id)).state
      await expect.poll(state, { timeout: 120_000, interval: 500 }).toBe('reported')
      const { client } = clinic
      const report = await client.orders.report({ params: { h: '1001', id }, query: {} })
      expect(
        Buffer.from(report as Uint8Array)
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-')
    } finally {
      child.kill('SIGTERM')
      await ended
    }
  },
)
