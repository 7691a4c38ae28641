import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hasOthers } from '#adapters/laboratory/fhir/testing/foreign-resources.ts'
import { FHIR_RESULTS, HL7_RESULTS } from '#adapters/laboratory/testing/expected-genetics.ts'
import { VCF2FHIR_RESULTS } from '#adapters/laboratory/testing/expected-vcf2fhir.ts'
import { codec, result } from '#adapters/laboratory/testing/messages.ts'
import { fhirFindings, guideFindings, hl7Findings } from '#adapters/laboratory/testing/others-findings.ts'
import type { Finding } from '#domain/results/finding.ts'
import { filedOf, RESULT_READER } from './filing.ts'
import { geneticObx } from './testing/genetic-obx.ts'

/*
 * What the reader of results files is kept as one line for each result, below the reader's number: who changes what is filed
 * has to raise the number, or the results filed before stay as they were read then. UPDATE_GOLDEN=1 writes the lines, once it
 * is raised.
 */

const GOLDEN = new URL('./reader.golden', import.meta.url)
const [head = '', ...lines] = readFileSync(GOLDEN, 'utf8').trimEnd().split('\n')
const kept = new Map(lines.map((line) => line.split(' ') as [string, string]))
const keptReader = Number(head.replace('reader ', ''))

type Sample = [name: string, findings: () => readonly (readonly Finding[])[]]

/** The findings in the OBX segments of a final report. */
function inSegments(segments: readonly string[]): readonly (readonly Finding[])[] {
  const read = codec.read(result(`OBR|1|12|26-1|WES01^Exome^L${'|'.repeat(21)}F`, ...segments))
  const parts = read.kind === 'news' ? read.updates.flatMap(({ report }) => report?.parts ?? []) : []
  return parts.flatMap((part) => (part.kind === 'genetics' ? [part.findings] : []))
}

const [, documented = ''] =
  /```\n(OBX\|1\|CWE\|51968-6[\s\S]*?)```/.exec(readFileSync('docs/interfaces.md', 'utf8')) ?? []
const [BRCA2, CFTR] = [
  {
    gene: 'BRCA2',
    cdna: 'NM_000059.4:c.5946del',
    protein: 'p.(Ser1982Argfs*22)',
    variantClass: 'Pathogenic',
  },
  { gene: 'CFTR', cdna: 'c.1521_1523del', variantClass: 'Our class 4', section: 'Carrier status' },
] as const
const absent = { gene: 'GBA', cdna: 'c.1226A>G', variantClass: 'Pathogenic', call: 'Absent' } as const
const noCall = { ...absent, call: 'No call' } as const
const own: Sample[] = [
  ['documented', () => inSegments(documented.trimEnd().split('\n'))],
  ['positive', () => inSegments(geneticObx('Positive', [BRCA2, CFTR, absent]).map((one) => one.trimEnd()))],
  ['no call', () => inSegments(geneticObx('Positive', [CFTR, noCall]).map((one) => one.trimEnd()))],
  ['negative', () => inSegments(geneticObx('Negative', []).map((one) => one.trimEnd()))],
]

const others: Sample[] = [
  ...[...Object.keys(FHIR_RESULTS), ...Object.keys(VCF2FHIR_RESULTS)].map(
    (file): Sample => [file, () => fhirFindings(file)],
  ),
  ...Object.keys(HL7_RESULTS).map((file): Sample => [file, () => [hl7Findings(file)]]),
  ['guide', () => [guideFindings()]],
]

test('what is filed of a result changes only with the number of its reader (RESULT_READER)', () => {
  const now = [...own, ...(hasOthers ? others : [])].map(([name, findings]): [string, string] => [
    name.replaceAll(' ', '_'),
    createHash('sha256')
      .update(JSON.stringify(filedOf(findings())))
      .digest('hex')
      .slice(0, 16),
  ])
  expect(own.filter(([, findings]) => findings().length === 0)).toEqual([])
  const changed = now.filter(([name, hash]) => kept.has(name) && kept.get(name) !== hash)
  const isRaised = RESULT_READER > keptReader
  if (process.env.UPDATE_GOLDEN && hasOthers && (changed.length === 0 || isRaised)) {
    const written = now.map((line) => line.join(' ')).toSorted()
    writeFileSync(GOLDEN, `${[`reader ${RESULT_READER}`, ...written].join('\n')}\n`)
    return
  }
  expect(
    changed.map(([name]) => name),
    'These are filed differently now: raise RESULT_READER in filing.ts, then run this with UPDATE_GOLDEN=1',
  ).toEqual([])
  expect(now.filter(([name]) => !kept.has(name))).toEqual([])
  expect(keptReader, 'Run this with UPDATE_GOLDEN=1').toBe(RESULT_READER)
})
