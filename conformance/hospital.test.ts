import { X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readAnswer } from '#adapters/hl7/acknowledgement.ts'
import { connectMllp } from '#adapters/hl7/mllp-client.ts'
import { listenMllp } from '#adapters/hl7/mllp-server.ts'
import { makeAuthority } from '#adapters/hl7/testing/certificates.ts'
import { freePort } from '#adapters/identity/testing/free-port.ts'
import { openHospital } from '#simulators/ehr/hospital.ts'
import { simulatedHospital } from './simulators.ts'
import { ANSWER_MS, tried } from './testing/options.ts'
import { behindRelay, type Faults, fieldOf, withField } from './testing/relay.ts'

const broken = (faults: Faults) =>
  tried('ehr', { mostMegabytes: 1, simulate: { ehr: behindRelay(simulatedHospital, faults) } })
const control = (raw: string) => fieldOf(raw, 'ORC', 1)
/** Asked of a running portal by HTTPS: the kit says so and does not try them. */
const ADVICE = ['E-19', 'E-20', 'E-21', 'E-22']
const refused = (answer: string) => withField(answer, 'MSA', 1, 'AE')

test('the simulated hospital does what every numbered sentence says, its certificate apart', async () => {
  const { fail, 'not tried': open, pass, lines } = await tried('ehr')
  expect({ fail, open }).toEqual({ fail: [], open: ['E-01', ...ADVICE] })
  expect(pass).toHaveLength(17)
  const [certificate] = lines
  expect(certificate?.findings[0]?.why).toContain('not encrypted')
})

interface Attended {
  /** The certificate of the hospital's connections is lost on the way. */
  withoutCertificate?: boolean
}

/** A run against a hospital with certificates, at which a person does what the kit says. */
async function attendedRun({ withoutCertificate = false }: Attended = {}) {
  const authority = await makeAuthority('Conformance')
  const [kit, own] = await Promise.all([authority.certify('kit'), authority.certify('hospital')])
  const fingerprint = ({ cert }: { cert: string }) => new X509Certificate(cert).fingerprint256
  const kitPort = await freePort()
  const relay = withoutCertificate ? await relayWithoutCertificate(kitPort, kit, fingerprint(kit)) : null
  const hospital = await openHospital({
    ...{ portal: { host: '127.0.0.1', port: relay?.port ?? kitPort }, tls: own },
    ...{ portalCertificate: fingerprint(kit), port: 0, seed: 3, processingId: 'T' },
  })
  const told: string[] = []
  const verdicts = await tried('ehr', {
    ...{ host: '127.0.0.1', port: hospital.resultPort, listenPort: kitPort, mostMegabytes: 1 },
    sendingTls: { ...kit, fingerprints: [fingerprint(own)] },
    listeningTls: { ...kit, asksForCertificate: true },
    // The person at the hospital.
    say(line) {
      told.push(line)
      const [, number = ''] = /order (\d+)\. The kit/.exec(line) ?? []
      const mrn = hospital.charts[told.length]?.mrn ?? ''
      const doing = line.includes('now: Order')
        ? hospital.place(mrn, 'GEN200')
        : line.includes('now: Change')
          ? hospital.change(number, 'Call before drawing')
          : line.includes('now: Cancel')
            ? hospital.cancel(number)
            : null
      doing?.catch(() => undefined)
    },
  })
  await hospital.close()
  await relay?.close()
  return { ...verdicts, told }
}

/** Passes on what the hospital sends, on a connection that presents no certificate. */
async function relayWithoutCertificate(
  kitPort: number,
  kit: { cert: string; key: string },
  fingerprint: string,
) {
  const tls = { fingerprints: [fingerprint] }
  const onward = connectMllp({
    host: '127.0.0.1',
    port: kitPort,
    timeoutMs: ANSWER_MS,
    read: readAnswer,
    tls,
  })
  const listener = await listenMllp({
    ...{ host: '127.0.0.1', port: 0, tls: { ...kit, asksForCertificate: true } },
    receive: async (raw) => (await onward.send(raw)).raw,
  })
  return {
    port: listener.port,
    close: async () => void (await Promise.all([listener.close(), onward.close()])),
  }
}

test('a person at another system is told what to do, and its certificate is asked for', async () => {
  const { fail, 'not tried': open, told } = await attendedRun()
  expect({ fail, open }).toEqual({ fail: [], open: ADVICE })
  expect(told.filter((line) => line.startsWith('Please do now: '))).toHaveLength(4)
})

// Most of their time is waiting for what does not come, so they wait together.
describe.concurrent('a hospital that breaks sentences is told which', { timeout: 300_000 }, () => {
  test('by its orders', async () => {
    const { fail, 'not tried': open } = await broken({
      message(raw, nth) {
        if (control(raw) === 'XO') {
          const other = withField(withField(raw, 'PID', 3, 'X-9^^^HARBORVIEW^MR'), 'PID', 5, 'Other^Person')
          return withField(other, 'MSH', 7, '20200101120000+0000')
        }
        if (control(raw) === 'CA') return withField(raw, 'ORC', 1, 'SC')
        const bare = (field: string) => field.replace(/\^.*/, '')
        const numbered = withField(raw, 'ORC', 2, bare(fieldOf(raw, 'ORC', 2)))
        const unnamed = withField(numbered, 'OBR', 2, bare(fieldOf(raw, 'OBR', 2)))
        return withField(withField(unnamed, 'MSH', 11, 'P'), 'MSH', 10, `${fieldOf(raw, 'MSH', 10)}-${nth}`)
      },
      repeats: (_, answer) => answer.includes('|AE|'),
    })
    // With a namespace only in the change, its number is another.
    expect({ fail, open }).toEqual({
      fail: ['E-03', 'E-04', 'E-05', 'E-06', 'E-07', 'E-08', 'E-09'],
      open: ['E-01', ...ADVICE],
    })
  })

  test('by what it does with results', async () => {
    const sent = new Set<string>()
    const { fail, 'not tried': open } = await broken({
      answer(raw, answer) {
        const isAgain = sent.has(raw)
        sent.add(raw)
        if (isAgain || raw.length > 500_000 || raw.includes('NTE|1||')) return refused(answer)
        if (fieldOf(raw, 'OBR', 25) === 'I') return refused(answer)
        return answer.includes('|AE|') ? withField(answer, 'MSA', 1, 'AA') : answer
      },
    })
    expect({ fail, open }).toEqual({
      fail: ['E-11', 'E-13', 'E-14', 'E-15', 'E-16', 'E-17'],
      open: ['E-01', ...ADVICE],
    })
  })

  test('by its acknowledgements', async () => {
    const refuses = await broken({ answer: (_, answer) => refused(answer) })
    expect(refuses.fail).toEqual(['E-12', 'E-17'])
    const silent = await broken({ answer: () => null })
    expect(silent.fail).toEqual(['E-10'])
    const nameless = await tried('ehr', {
      answerMs: 10_000,
      simulate: {
        ehr: behindRelay(simulatedHospital, { answer: (_, answer) => withField(answer, 'MSA', 2, 'X') }),
      },
    })
    expect(nameless.fail).toEqual(['E-18'])
  })

  test('by a connection without a certificate', async () => {
    const { fail, 'not tried': open } = await attendedRun({ withoutCertificate: true })
    expect({ fail, open }).toEqual({ fail: ['E-01'], open: ADVICE })
  })

  test('by a message that is no order', async () => {
    const { fail } = await broken({ message: (raw) => withField(raw, 'MSH', 9, 'ADT^A08') })
    expect(fail).toEqual(['E-02'])
  })
})

test('a system that calls itself production gets nothing more', async () => {
  const kitPort = await freePort()
  const hospital = await openHospital({
    ...{ portal: { host: '127.0.0.1', port: kitPort }, tls: null, portalCertificate: '' },
    ...{ port: 0, seed: 3, processingId: 'P' },
  })
  const { pass, fail, lines } = await tried('ehr', {
    ...{ host: '127.0.0.1', port: hospital.resultPort, listenPort: kitPort, mostMegabytes: 1 },
    say(line) {
      if (line.includes('now: Order'))
        hospital.place(hospital.charts[0]?.mrn ?? '', 'GEN200').catch(() => undefined)
    },
  })
  await hospital.close()
  expect({ pass, fail, results: hospital.orders.flatMap(({ results }) => results) }).toEqual({
    ...{ pass: [], fail: [], results: [] },
  })
  const why = lines.flatMap(({ findings }) => findings.map((one) => one.why))
  expect(new Set(why)).toEqual(
    new Set(['The system calls itself production (MSH-11 P): nothing more was sent to it']),
  )
})
