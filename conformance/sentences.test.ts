import { expect, test } from 'vitest'
import { hospitalScript } from './ehr/script.ts'
import { hospitalCodec } from './ehr/system.ts'
import { laboratoryScript } from './laboratory/script.ts'
import { laboratoryCodec } from './laboratory/system.ts'
import { readSentences } from './sentences.ts'

const now = () => new Date('2026-03-12T15:00:00Z')
const unused = { act: async () => undefined, link: {} as never }
const steps = {
  L: laboratoryScript({ ...unused, codec: laboratoryCodec('oml'), tests: ['WES01', 'MIT02'] }, 4710, now),
  E: hospitalScript(
    {
      ...{ ...unused, codec: hospitalCodec(), isEncrypted: false },
      settings: {
        ...{ version: '2.5.1', withdrawn: 'C', progress: true, mostMegabytes: 20 },
        document: { code: '51969-4', text: 'Genetic report', system: 'LN' },
      },
    },
    'T',
    now,
  ),
}

test('every number in docs/interfaces.md stands once, and they have no gap', () => {
  const numbers = readSentences().map(({ number }) => number)
  const expected = (letter: string) => {
    const own = numbers.filter((number) => number.startsWith(letter))
    return own.map((_, index) => `${letter}-${String(index + 1).padStart(2, '0')}`)
  }
  expect(numbers.toSorted()).toEqual([...expected('E'), ...expected('L')])
  expect(numbers.length).toBeGreaterThan(45)
})

test.each(['L', 'E'] as const)(
  'every sentence %s has a step, and each step names sentences that are there',
  (letter) => {
    const there = readSentences().flatMap(({ number }) => (number.startsWith(letter) ? [number] : []))
    const proved = new Set(steps[letter].flatMap(({ proves }) => proves))
    expect([...proved].toSorted()).toEqual(there.toSorted())
  },
)

test('a number belongs to the sentence before it, or to its row', () => {
  const text = [
    '# A heading',
    'First sentence. The second',
    'goes on. [L-01] Third: `x` it is [L-02]; more. **Bold.** [E-03]',
    '',
    '- An item. Its end. [L-04]',
    '| a | b |',
    '|---|---|',
    '| `MSH-10` | the same [L-05] |',
  ].join('\n')
  expect(readSentences(text)).toEqual([
    { number: 'L-01', words: 'The second goes on.' },
    { number: 'L-02', words: '`x` it is' },
    { number: 'E-03', words: '**Bold.**' },
    { number: 'L-04', words: 'Its end.' },
    { number: 'L-05', words: '`MSH-10`: the same' },
  ])
})
