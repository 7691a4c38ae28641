import { describe, expect, test } from 'vitest'
import { simulatedLaboratory } from './simulators.ts'
import { tried } from './testing/options.ts'
import { behindRelay, type Faults, fieldOf, withField } from './testing/relay.ts'

const broken = (faults: Faults, more: Parameters<typeof tried>[1] = {}) =>
  tried('laboratory', { ...more, simulate: { laboratory: behindRelay(simulatedLaboratory, faults) } })

/** Where the kit waits for messages that do not come. */
const SHORT_PATIENCE = { patienceMs: 20_000 }

/** What an order's message is about, by the fields that tell it. */
const control = (raw: string) => fieldOf(raw, 'ORC', 1)
const status = (raw: string) => fieldOf(raw, 'OBR', 25)
const isArrival = (raw: string) => status(raw) === 'O' && raw.includes('\rSPM|')
const isHold = (raw: string) => control(raw) === 'OH'
const isRejection = (raw: string) => /\rSPM(?:\|[^|\r]*){19}\|N\|/.test(raw)
const isFailure = ({ verdict }: { verdict: string }) => verdict === 'fail'
/** The orders of a run are numbered from one that ends in 0. */
const isOrder = (raw: string, last: number) => fieldOf(raw, 'ORC', 2).split('^')[0]?.endsWith(String(last))

test('the simulated laboratory does what every numbered sentence says', async () => {
  const { fail, 'not tried': open, pass } = await tried('laboratory')
  expect({ fail, open }).toEqual({ fail: [], open: [] })
  expect(pass).toHaveLength(31)
})

test('so it does in HL7 2.3, but for specimens, which have no segment there', async () => {
  const { fail } = await tried('laboratory', { dialect: 'orm' })
  expect(fail).toEqual([])
})

// Most of their time is waiting for what does not come, so they wait together.
describe.concurrent('a laboratory that breaks sentences is told which', { timeout: 300_000 }, () => {
  test('by what its messages say', async () => {
    const { fail, 'not tried': open } = await broken({
      message(raw) {
        const everywhere = withField(raw, 'PID', 5, 'Nguy?n-?stberg^Linh')
        if (isArrival(raw) && !raw.includes('-r1|')) return withField(everywhere, 'SPM', 18, '')
        if (isHold(raw)) {
          const withoutOffset = (field: string) => field.replace(/[+-]\d{4}$/, '')
          const at = withField(everywhere, 'MSH', 7, withoutOffset(fieldOf(raw, 'MSH', 7)))
          const unworded = withField(at, 'ORC', 16, 'CONSENT^^L^H1')
          return withField(unworded, 'OBR', 22, withoutOffset(fieldOf(raw, 'OBR', 22)))
        }
        if (control(raw) === 'OE') return withField(everywhere, 'ORC', 16, 'CONSENT^^L^H99')
        if (isRejection(raw))
          return withField(everywhere, 'SPM', 2, fieldOf(raw, 'SPM', 2).replace('-s1', '-s2'))
        if (status(raw) === 'I' && isOrder(raw, 0))
          return everywhere.replaceAll(fieldOf(raw, 'OBR', 3), '99-999999^LIS')
        if (status(raw) === 'F' && raw.includes('|ED|'))
          return everywhere.replace(/(\^Base64\^[^|]{4000})[^|]*/, '$1')
        if (status(raw) === 'C') return withField(everywhere, 'OBR', 22, '20200101120000+0000')
        if (isOrder(raw, 2)) {
          const number = fieldOf(raw, 'OBR', 2)
          return everywhere.replaceAll(`|${number}|`, '||')
        }
        return everywhere
      },
    })
    expect({ fail, open }).toEqual({
      fail: [
        ...['L-04', 'L-08', 'L-11', 'L-12', 'L-14', 'L-18', 'L-20', 'L-21'],
        ...['L-23', 'L-25', 'L-27', 'L-30'],
      ],
      open: [],
    })
  })

  test('by whose they are, under which number they come, and what it answers', async () => {
    let arrivalId = ''
    const { fail, 'not tried': open } = await broken({
      message(raw, nth) {
        if (isArrival(raw) && isOrder(raw, 0) && fieldOf(raw, 'SPM', 2).endsWith('-s1')) {
          arrivalId = `${fieldOf(raw, 'MSH', 10)}-${nth}`
          const named = withField(raw, 'SPM', 2, '1234-s1')
          return withField(named, 'MSH', 10, arrivalId)
        }
        if (isArrival(raw) && fieldOf(raw, 'SPM', 2).endsWith('-r1'))
          return withField(raw, 'SPM', 2, fieldOf(raw, 'SPM', 2).replace('-r1', ''))
        if (status(raw) === 'I' && isOrder(raw, 0)) {
          const other = withField(withField(raw, 'PID', 3, 'X-1'), 'PID', 7, '19500101')
          return withField(other, 'MSH', 10, arrivalId)
        }
        if (status(raw) === 'F' && raw.includes('|ED|')) return raw.replaceAll('|WES01^', '|XXX^')
        if (control(raw) === 'CR') return raw.replaceAll('\rORC|CR|', '\rORC|UC|')
        return raw
      },
      answer(sent, answer) {
        const refused = withField(answer, 'MSA', 1, 'AE')
        if (control(sent) === 'CA' && answer.includes('|AE|')) return withField(answer, 'MSA', 1, 'AA')
        if (control(sent) === 'XO' && sent.includes('SHIPMENT')) return refused
        if (sent.length > 20_000_000) return refused
        return answer
      },
      repeats: (_, answer) => answer.includes('|AE|'),
    })
    // The corrected report is of another test than the first one then.
    expect({ fail, open }).toEqual({
      fail: [
        ...['L-06', 'L-07', 'L-09', 'L-13', 'L-17', 'L-22', 'L-24'],
        ...['L-26', 'L-27', 'L-28', 'L-29', 'L-31'],
      ],
      open: [],
    })
  })

  test('by its acknowledgements', async () => {
    const nameless = await broken(
      {
        answer: (sent, answer) =>
          control(sent) === 'XO' ? withField(answer, 'MSA', 2, 'SOMETHING-ELSE') : answer,
      },
      { answerMs: 30_000 },
    )
    expect(nameless.fail).toEqual(['L-02'])
    const refuses = await broken({ answer: (_, answer) => withField(answer, 'MSA', 1, 'AE') })
    expect(refuses.fail).toEqual(['L-03'])
    expect(refuses['not tried'].length).toBeGreaterThan(25)
    const silent = await broken({ answer: (sent, answer) => (control(sent) === 'NW' ? null : answer) })
    expect(silent.fail).toEqual(['L-01'])
    const seen: string[] = []
    const twice = await broken({
      answer(sent, answer) {
        const isAgain = seen.includes(sent)
        seen.push(sent)
        return isAgain ? withField(answer, 'MSA', 1, 'AE') : answer
      },
    })
    expect(twice.fail).toEqual(['L-04'])
  })

  test('by what does not come, or not so that the portal understands it', async () => {
    const faults: Faults = {
      // It takes a message without an answer for one that has arrived.
      answered: (raw, answer) =>
        answer ?? `MSH|^~\\&|K|K|||||ACK|1|T|2.5.1\rMSA|AA|${fieldOf(raw, 'MSH', 10)}\r`,
      message: (raw) => (status(raw) === 'I' ? withField(raw, 'OBR', 25, 'Z') : raw),
    }
    const { fail, lines } = await broken(faults, SHORT_PATIENCE)
    expect(fail).toEqual(['L-05', 'L-16', 'L-30'])
    const [begun] = lines.find(({ number }) => number === 'L-16')?.findings ?? []
    expect(begun?.why).toMatch(/^what came does not read as: Begin the test of order \d+0$/)
    expect(begun?.exchange.some(({ raw }) => raw.includes('|Z'))).toBe(true)
  })
  test('by an arrival and a hold that read as something else', async () => {
    const faults: Faults = {
      message(raw) {
        if (isArrival(raw)) return withField(raw, 'OBR', 25, 'Z')
        return isHold(raw) ? withField(raw, 'ORC', 1, 'RE') : raw
      },
    }
    const { fail } = await broken(faults, SHORT_PATIENCE)
    expect(fail).toEqual(expect.arrayContaining(['L-15', 'L-19']))
  })

  test('by messages whose MSH-10 is too long, each another one', async () => {
    const { fail, lines } = await broken({
      message(raw) {
        const id = fieldOf(raw, 'MSH', 10)
        return status(raw) === 'I' ? withField(raw, 'MSH', 10, id + 'X'.repeat(200)) : raw
      },
    })
    // What cannot be read names no order and has no time either.
    expect(fail).toEqual(['L-10', 'L-11', 'L-14'])
    const [first] = lines.find(({ number }) => number === 'L-10')?.findings.filter(isFailure) ?? []
    expect(first?.why).toBe('MSH-10 is longer than 199 characters')
  })
})
