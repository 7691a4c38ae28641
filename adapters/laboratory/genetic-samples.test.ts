import { expect, test } from 'vitest'
import type { GeneticResult } from '#domain/results/genetic-result.ts'
import { readResult } from '#domain/results/read-result.ts'
import { variantInWords } from '#domain/results/words.ts'
import { hasOthers, othersResources } from './fhir/testing/foreign-resources.ts'
import { FHIR_RESULTS, HL7_RESULTS, type Rows } from './testing/expected-genetics.ts'
import { GUIDE_RESULT } from './testing/expected-guide.ts'
import { VCF2FHIR_RESULTS } from './testing/expected-vcf2fhir.ts'
import { fhirFindings, guideFindings, hl7Files, hl7Findings } from './testing/others-findings.ts'

/*
 * What is read from the genetic results of others (skipped if ../shared/samples is missing): the overall result,
 * each variant in a line, what else is understood, and what is kept as received.
 */

function summary(result: GeneticResult): Rows {
  const { overall, variants, phases, drugResponses, markers, study, others } = result
  const { recommendations, methods, limits } = result
  return [
    ...(overall === undefined ? [] : [`overall: ${overall}`]),
    ...variants.map((variant) => variantInWords(variant).slice(0, 100)),
    ...phases.map(({ relation, variants: keys }) => `${relation} of ${keys.length}`),
    ...drugResponses.map(
      ({ drugs, therapies, response }) =>
        `${[...drugs, ...therapies].map(({ name }) => name).join(', ')}: ${response ?? ''}`,
    ),
    ...markers.map(({ name, value }) => `${name}: ${value}`),
    ...study.regions,
    ...recommendations.map(({ of, action, text = '' }) =>
      [`recommended for ${of.length}:`, action, text.slice(0, 60)].filter(Boolean).join(' '),
    ),
    ...methods.map((text) => `method: ${text.slice(0, 60)}`),
    ...limits.map((text) => `limit: ${text.slice(0, 60)}`),
    ...others.flatMap(({ answers }) => answers.map(({ question, text }) => `kept: ${question.code} ${text}`)),
  ]
}

const readFhir = (file: string): Rows[] => fhirFindings(file).map((findings) => summary(readResult(findings)))
function readHl7(file: string): Rows {
  const findings = hl7Findings(file)
  return findings.length === 0 ? [] : summary(readResult(findings))
}

const READ = { ...FHIR_RESULTS, ...VCF2FHIR_RESULTS }

test.skipIf(!hasOthers).each(Object.entries(READ))('[RES-01] %s', (file, rows) => {
  expect(readFhir(file)).toEqual([rows])
})

test.skipIf(!hasOthers)('[RES-01] a report of 74 variants, two of them in cis', () => {
  const [rows = []] = readFhir('Bundle-bundle-CYP2C19.json.gz')
  expect(rows).toHaveLength(75)
  expect([rows[0], rows[73], rows[74]]).toEqual([
    'NC_000010.10:96448129 A>G, Heterozygous',
    'NC_000010.10:96537137 C>T, Heterozygous',
    'Cis of 2',
  ])
})

test.skipIf(!hasOthers)('[RES-01] every Observation, Task and Procedure of the guide', () => {
  expect(summary(readResult(guideFindings()))).toEqual(GUIDE_RESULT)
})

test.skipIf(!hasOthers).each(Object.entries(HL7_RESULTS))('[RES-01] %s', (file, rows) => {
  expect(readHl7(file)).toEqual(rows)
})

test.skipIf(!hasOthers)('no other file of these has a genetic result', () => {
  const others = othersResources()
    .map(({ file }) => file)
    .filter((file) => /^fhir-genomics\/.*(Bundle|DiagnosticReport|expected)[^/]*$/.test(file))
    .map((file) => file.replace(/^.*\//, ''))
    .filter((file) => !(file in READ) && file !== 'Bundle-bundle-CYP2C19.json.gz')
  expect(others.filter((file) => readFhir(file).length > 0)).toEqual([])
  expect(hl7Files().filter((file) => readHl7(file).length > 0)).toEqual([])
})
