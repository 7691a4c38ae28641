import { isDeepStrictEqual } from 'node:util'
import { type OrderDocument, type PatientKey, PROBAND } from '#domain/orders/document.ts'
import { knownVariantsOf } from '#domain/orders/known-variants.ts'
import { featuresOf } from '#domain/orders/phenotype.ts'
import { fetusInWords, fetusOf, personOfRecord } from '#domain/orders/subject.ts'
import { orderedVariant } from '#domain/reports/demonstration/familial.ts'
import { type Stated, VARIANT_CLASSES } from '#domain/reports/demonstration/finding.ts'
import { geneticResult } from '#domain/reports/demonstration/genetic-result.ts'
import {
  demonstrationReport,
  type ReportedOrder,
  type ReportedTest,
} from '#domain/reports/demonstration/report.ts'
import type { InStore, ReportPart } from '#domain/reports/report-update.ts'
import { writeResult } from '#domain/results/write-result.ts'

type Genetics = Extract<ReportPart<InStore>, { kind: 'genetics' }>
type Test = Pick<ReportedTest, 'code' | 'name' | 'genes'>

/** What a report's result is invented from, of an order with this number: all that the order says of the person. */
export function reportedPerson(
  { id, document }: { id: number; document: OrderDocument },
  person: PatientKey,
): Pick<ReportedOrder, 'orderId' | 'patient' | 'indications' | 'findings' | 'specimen' | 'orderedVariants'> {
  // A fetus has its mother's name on its tubes, and a label of its own.
  const patient = personOfRecord(document, person) ?? document.patients[0]
  const fetus = fetusOf(document, person)
  const whose = fetus ? person : (patient?.key ?? PROBAND)
  const specimens = document.samples.filter((one) => one.patient === whose)
  const collected = specimens.map((one) => one.dateOfCollection).filter(Boolean)
  return {
    orderId: String(id),
    orderedVariants: knownVariantsOf(document).map(orderedVariant),
    patient: {
      name: [
        ...[patient?.lastName, patient?.firstName].filter(Boolean),
        ...(fetus ? [fetusInWords(document, fetus).replace(/^the /, '')] : []),
      ].join(', '),
      dateOfBirth: patient?.dateOfBirth ?? '',
      sex: fetus ? fetus.sexByUltrasound : (patient?.sex ?? ''),
      recordNumber: patient?.recordNumber ?? '',
    },
    indications: document.indicationsForTesting.map(({ code, description }) =>
      `${code} ${description}`.trim(),
    ),
    findings: featuresOf(document)
      .filter((one) => one.patient === whose && one.status === 'present')
      .map(({ label }) => label),
    specimen: {
      types: [...new Set(specimens.map(({ specimenType }) => specimenType))],
      collectedOn: collected.toSorted()[0] ?? '',
      receivedOn: '',
    },
  }
}

/** The tests of an order with these codes and genes: the genes that were chosen, or all of the test's own. */
export function reportedTests(
  { tests, consents }: Pick<OrderDocument, 'tests' | 'consents'>,
  genesOf: (code: string) => readonly string[],
  person: PatientKey,
  code = '',
): (Test & { isSecondaryAllowed: boolean })[] {
  const isSecondaryAllowed = consents.some(
    ({ patient, consentId, answer }) =>
      patient === person && consentId === 'secondary-findings' && answer === true,
  )
  return tests
    .filter(({ testCode }) => code === '' || testCode === code)
    .map(({ testCode, testName, genes }) => ({
      ...{ code: testCode, name: testName, isSecondaryAllowed },
      genes: genes.length > 0 ? genes : genesOf(testCode),
    }))
}

type OfPerson = ReturnType<typeof reportedPerson>

/** A demo report's result as data, as its PDF states it. */
export function demoGenetics(person: OfPerson, tests: readonly Test[], stated: Stated): Genetics {
  const unsaid = {
    laboratory: '',
    laboratoryNumber: '',
    provider: '',
    institution: '',
    reportedOn: '',
    words: '',
  }
  const report = demonstrationReport({
    ...{ ...unsaid, ...person, status: 'final' },
    tests: tests.map((test) => ({ ...test, ...stated })),
  })
  return { kind: 'genetics', label: '', findings: writeResult(geneticResult(report)) }
}

const STATED: readonly Stated[] = [
  ...(['negative', 'positive', 'uncertain', 'failed'] as const).map((outcome) => ({ outcome })),
  { outcome: 'positive', before: 'positive' },
  ...VARIANT_CLASSES.filter((one) => one !== 'Uncertain significance').map(
    (to): Stated => ({
      ...{ outcome: to.endsWith('athogenic') ? 'positive' : 'negative', before: 'uncertain', to },
    }),
  ),
]

/** What a stored result states, for its PDF; null if it comes from another version of the demo. */
export function statedIn(part: Genetics, person: OfPerson, tests: readonly Test[]): Stated | null {
  return STATED.find((stated) => isDeepStrictEqual(demoGenetics(person, tests, stated), part)) ?? null
}
