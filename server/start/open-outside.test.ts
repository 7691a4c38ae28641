import { createServer } from 'node:https'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeAuthority } from '#adapters/hl7/testing/certificates.ts'
import { noVirusCheck } from '#adapters/virus-check/off.ts'
import { type Connection, connect } from '../database/connection/connect.ts'
import { createLogger } from '../operations/log.ts'
import { watchOutside } from '../operations/outside.ts'
import { TEST_SECRET, type TestDatabase, testDatabase } from '../testing/database.ts'
import { readConfig } from './config.ts'
import { lookOutside } from './open-outside.ts'

let database: TestDatabase
let worker: Connection
beforeAll(async () => {
  database = await testDatabase()
  worker = connect({ url: database.url, secret: TEST_SECRET, role: 'karyo_worker', max: 1 })
})
afterAll(async () => {
  await worker?.close()
  await database?.drop()
})

/** An address with a certificate of an authority that nobody trusts, valid until 2090. */
async function secureServer() {
  const authority = await makeAuthority('Larkfield Test Authority')
  const server = createServer(await authority.certify('portal'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `https://127.0.0.1:${Object(server.address()).port}`
  return { authority, address, close: () => new Promise((resolve) => server.close(resolve)) }
}

test('[OPS-06] a look finds an issuer that is away, files read-only, a wrong clock and certificates that end', async () => {
  const lines: Record<string, unknown>[] = []
  const outside = watchOutside(
    createLogger('warn', undefined, { write: (line: string) => void lines.push(JSON.parse(line)) }),
  )
  const server = await secureServer()
  const inFiveDays = new Date(Date.now() + 5.5 * 86_400_000)
  const ending = await server.authority.certify('listener', undefined, inFiveDays)
  const config = readConfig({
    ...{ PUBLIC_ORIGIN: server.address, KARYO_DEMO: 'off', KARYO_SMTP_URL: 'smtp://127.0.0.1:9' },
    OIDC_ISSUER: 'http://127.0.0.1:9',
  })
  let files: Error | undefined = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' })
  const looks = lookOutside(config, outside, {
    ...{
      worker,
      virusCheck: noVirusCheck(),
      tls: { certificates: new Map([['KARYO_EHR_TLS_CERT', ending.cert]]) },
    },
    files: { ready: async () => (files ? Promise.reject(files) : undefined) },
  })
  const clock = vi.spyOn(Date, 'now')
  try {
    // Thirteen hours behind.
    clock.mockImplementation(() => performance.timeOrigin + performance.now() - 13 * 3_600_000)
    await looks.look()
    expect(Object.fromEntries(lines.map(({ system, cause }) => [system, cause]))).toMatchObject({
      files: 'it is read-only',
      certificates: 'KARYO_EHR_TLS_CERT: 5 days',
      clock: expect.stringMatching(
        /^this machine’s clock is 46\d{3} s behind the database’s: let both follow NTP$/,
      ),
    })
    expect(outside.failing()).toEqual(new Set(['files', 'clock', 'issuer', 'certificates']))
    expect(Math.round(looks.found.clockSeconds / 3600)).toBe(-13)
    expect([...looks.found.certificateDays.keys()].sort()).toEqual(['KARYO_EHR_TLS_CERT', 'PUBLIC_ORIGIN'])
    expect(looks.found.certificateDays.get('PUBLIC_ORIGIN')).toBeGreaterThan(1000)
  } finally {
    clock.mockRestore()
  }
  files = undefined
  await looks.look()
  expect(outside.failing()).toEqual(new Set(['issuer', 'certificates']))
  expect(lines.slice(-2).map(({ msg }) => msg)).toEqual(
    expect.arrayContaining([
      'reports and documents can be stored again',
      'the clock agrees with the database’s again',
    ]),
  )
  await Promise.all([looks.close(), server.close()])
})
