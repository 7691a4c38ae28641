import { expect, test } from 'vitest'
import { cases, isThorough } from '#domain/testing/cases.ts'
import { codec, PDF, result } from './testing/messages.ts'
import { moved } from './testing/moved-segments.ts'
import { dice, mutated, pick } from './testing/mutations.ts'
import { unaccountedHl7 } from './testing/naive-hl7.ts'
import { othersMessages, SEEDS } from './testing/seeds.ts'

/** Set `REFEREE=100000` for a longer run. */
const MUTATED = cases(5000)
/** Longer ones are checked unchanged: mutating them is slow and alters little. */
const LONG = 16_000

const others = othersMessages('*').map(({ raw }) => raw)
const base64 = PDF.toString('base64')
/** Results of every kind, with and without a document. */
const RESULTS: readonly string[] = [
  result(
    'NTE|1||Of the patient~and more',
    'ORC|RE|12^KARYO|26-1^LIS',
    'OBR|1|12^KARYO|26-1^LIS|WES01^Exome^L||||||||||||||||||20260313100000-0500|||F',
    'NTE|1|L|Methods \\T\\ limits',
    'OBX|1|CWE|48018-6^Gene studied^LN|2a|HGNC:1884^CFTR^HGNC||||||F',
    'NTE|1||On the gene',
    'OBX|2|NM|81258-6^Allele fraction^LN|2a|0.48|1^^UCUM|0.4 - 0.6|N|||F',
    'OBX|3|SN|1^Copies^L||>^2||||||F',
    'OBX|4|TX|N^Narrative^L||One~Two\\.br\\Three||||||F',
    `OBX|5|ED|R^Report^L||LIS^application^PDF^Base64^${base64}||||||F`,
    `OBX|6|ED|S^Supplement^L||LIS^application^PDF^Base64^${Buffer.concat([PDF, Buffer.from('%')]).toString('base64')}||||||F`,
    'OBX|7|RP|V^Viewer^L||https://lims.test/r/1^LIS^text^html||||||F',
    'SPM|1|12-s1||BLD||||||||||||||20260313080000-0500',
  ),
  result(
    'OBR|1|12|26-1|WES01^Exome^L||||||||||||||||||20260313|||C',
    `OBX|1|ED|E^Requisition^L||^application^PDF^Base64^${base64}||||||O`,
    'OBX|2|ED|R^Report^L||^application^PDF^Base64^""||||||D',
    `OBX|3|ED|R^Report^L||^application^PDF^Base64^${Buffer.concat([PDF, Buffer.from('%2')]).toString('base64')}||||||C`,
    'OBX|4|ED|T^Text^L||^TEXT^PLAIN^A^In words||||||F',
    'NTE|1||Why it changed|RECLASSIFICATION',
    'OBR|2|13|26-2|EPI2^Panel^L|||||||||||||||||||||P',
    'OBX|1|ST|G^Gene^L||SCN1A||||||P',
    'ORC|RE|14|26-3',
    'OBR|3|14|26-3|T3|||||||||||||||||||||I',
    'NTE|1||It takes longer',
  ),
  result(
    'OBR|1|12|26-1|WES01||||||||||||||||||||||',
    `OBX|1|ED|R||^application^PDF^Base64^${base64.slice(0, 200)}`,
    `ADD|${base64.slice(200)}||||||F`,
  ),
]
const seeds = [...SEEDS, ...RESULTS, ...others.filter((raw) => raw.length < LONG)]

test('[MSG-15] all that is in a message is used, shown or refused', () => {
  for (const raw of [...SEEDS, ...RESULTS, ...others])
    expect(unaccountedHl7(raw, codec.read(raw)), raw.slice(0, 300)).toEqual([])
})

test('the same holds for a mutated message', () => {
  const roll = dice(11)
  /** The shortest message for each kind of error. */
  const faults = new Map<string, string>()
  let found = 0
  const kinds = { news: 0, other: 0, refused: 0 }
  for (let n = 0; n < MUTATED; n++) {
    const seed = roll() < 0.7 ? pick([...SEEDS, ...RESULTS], roll) : pick(seeds, roll)
    const raw = roll() < 0.5 ? moved(seed, roll) : mutated(seed, roll)
    const message = codec.read(raw)
    kinds[message.kind] += 1
    for (const fault of unaccountedHl7(raw, message)) {
      found += 1
      const kind = fault.split(' ', 2).join(' ')
      if (raw.length < (faults.get(kind)?.length ?? Infinity)) faults.set(kind, `${fault} in ${raw}`)
    }
  }
  if (isThorough) process.stdout.write(`referee of HL7: ${JSON.stringify(kinds)}, ${found} faults\n`)
  expect([...faults.values()].slice(0, 8).map((one) => one.replace(/[\w+/=]{80,}/g, '…'))).toEqual([])
  for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(MUTATED / 100)
})
