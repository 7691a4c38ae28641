import { existsSync, globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dice, pick } from '#adapters/laboratory/testing/mutations.ts'
import type { Benefit } from '#domain/coverage/benefits.ts'
import { isIsoDate } from '#domain/dates/dates.ts'
import { cases } from '#domain/testing/cases.ts'
import { type Read271, read271 } from './read-271.ts'
import * as generated from './testing/generated.ts'
import { ANSWERING, answerWith } from './testing/messages.ts'
import { mutated } from './testing/mutations.ts'
import { write271 } from './write-271.ts'
import { X12Fault } from './x12.ts'

const MUTATED_ANSWERS = cases(10_000)

/** Messages that others wrote; absent in a clone of the project alone. */
const FOLDER = '../shared/samples/x12'
const others = existsSync(FOLDER)
  ? globSync('*.271', { cwd: FOLDER }).map((file) => readFileSync(`${FOLDER}/${file}`, 'utf8'))
  : []

const SEEDS = [
  answerWith(
    ...['REF*6P*G-1', 'DMG*D8*19850314', 'DTP*291*RD8*20260101-20261231', 'EB*1**30^5**GOLD'],
    ...[
      'EB*C*IND*30***23*1500',
      'EB*C*IND*30***29*900.00*****Y',
      'EB*C*FAM*30***29*.5',
      'EB*G*IND*30***29*3800',
    ],
    ...[
      'EB*A*IND*5***27**.2***Y*Y',
      'EB*A**5***27**40****N',
      'EB*B**5***27*25***U*W*HC:81406',
      'MSG*ASK FIRST',
    ],
    ...['EB*R**30', 'LS*2120', 'NM1*PRP*2*OTHER PAYER', 'LE*2120', 'EB*B*SPO*5***7*20'],
  ),
  answerWith('AAA*N**75*C'),
  answerWith('HL*4*3*23*0', 'TRN*2*K-2*9X', 'NM1*03*1*TESTWELL*OLLI', 'EB*1**30', 'EB*C*IND*30***29*12.34'),
  ...fc.sample(generated.answer, { seed: 6, numRuns: 40 }).map((answer) => write271(answer, ANSWERING)),
  ...others,
]

/** The elements of an interchange that look like a number, parted as its own header says. */
function numbersIn(raw: string): Set<string> {
  const text = raw.replace(/^[\s\uFEFF\0]+/, '')
  const fields = text.split(text.charAt(3))
  const terminator = fields[16]?.charAt(1) ?? ''
  const elements = fields
    .flatMap((part) => part.split(terminator))
    .map((each) => each.replace(/[\r\n]/g, '').trim())
  return new Set(elements.filter((each) => /^[\d.]*\d[\d.]*$/.test(each)).map(canonical))
}

/** `007.50` as 7.5, by its text alone. */
function canonical(text: string): string {
  const [integer = '', fraction = ''] = text.split('.')
  return `${integer.replace(/^0+/, '')}.${fraction.replace(/0+$/, '')}`
}

/** A whole number of hundredths (and so on) as a decimal, by its digits alone. */
function decimal(value: number, decimals: number): string {
  const digits = String(value).padStart(decimals, '0')
  return canonical(`${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`)
}

function faultIn(raw: string, { answer }: Read271): string | null {
  const texts = numbersIn(raw)
  const { dateOfBirth, planBegins, planEnds } = answer.member
  const day = [dateOfBirth, planBegins, planEnds].find((each) => each !== '' && !isIsoDate(each))
  if (day !== undefined) return `${day} is no date`
  return answer.benefits.map((benefit) => numberFault(benefit, texts)).find((fault) => fault !== null) ?? null
}

function numberFault({ amountCents, rate, kind }: Benefit, texts: Set<string>): string | null {
  if (amountCents !== null) {
    if (!Number.isSafeInteger(amountCents) || amountCents < 0) return `${amountCents} is no amount`
    if (!texts.has(decimal(amountCents, 2))) return `the ${kind} of ${amountCents} stands nowhere`
  }
  if (rate === null) return null
  if (!Number.isInteger(rate) || rate < 0 || rate > 10_000) return `${rate} is no share`
  const isThere = texts.has(decimal(rate, 4)) || texts.has(decimal(rate, 2))
  return isThere ? null : `the ${kind} of ${rate} stands nowhere`
}

test('answers in which something went wrong: no crash, and no number that does not stand there', () => {
  const roll = dice(6)
  const counts = { read: 0, problems: 0, numbers: 0, refused: 0 }
  for (let n = 0; n < MUTATED_ANSWERS; n += 1) {
    const raw = mutated(pick(SEEDS, roll), roll)
    try {
      const read = read271(raw)
      const fault = faultIn(raw, read)
      if (fault !== null) throw new Error(`${fault}: ${JSON.stringify(raw)}`)
      counts.read += 1
      counts.problems += read.problems.length > 0 ? 1 : 0
      counts.numbers += read.answer.benefits.some(({ amountCents }) => amountCents !== null) ? 1 : 0
    } catch (error) {
      if (!(error instanceof X12Fault)) throw error
      counts.refused += 1
    }
  }
  // All of these happened often, so that all of them were looked at.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(MUTATED_ANSWERS / 20)
})

test('a number that is not taken is always named', () => {
  const odd = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'0123456789.,-+eE$% '), maxLength: 12 }),
    fc.constantFrom('NaN', 'Infinity', '0x10', '٣'),
  )
  fc.assert(
    fc.property(odd, odd, (amount, share) => {
      const { answer, problems } = read271(answerWith(`EB*C*IND*30***29*${amount}*${share}*`))
      const [benefit] = answer.benefits
      const named = (element: string) => problems.some((problem) => problem.includes(element))
      expect(named('EB07')).toBe(amount.trim() !== '' && benefit?.amountCents === null)
      expect(named('EB08')).toBe(share.trim() !== '' && benefit?.rate === null)
    }),
    { numRuns: cases(2_000) },
  )
})

test('any text at all is read or refused', () => {
  const text = fc.string({ unit: fc.nat(255).map((code) => String.fromCharCode(code)), maxLength: 200 })
  for (const begin of ['', 'ISA*', answerWith().slice(0, 106)])
    fc.assert(
      fc.property(text, (rest) => {
        expect(() => read271(begin + rest)).toThrow(X12Fault)
      }),
    )
})
