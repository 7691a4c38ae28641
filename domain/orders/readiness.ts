import type { OrderDocument } from './document.ts'
import { warningKey } from './family.ts'
import { type Finding, type OpenPoint, ORDER_SECTIONS, type OrderSection } from './points.ts'
import type { RuleContext } from './rule-context.ts'
import { clinicalRules } from './rules/clinical.ts'
import { permittedRules } from './rules/consent-terms.ts'
import { consentRules } from './rules/consents.ts'
import { diagnosisRules } from './rules/diagnoses.ts'
import { historyRules } from './rules/history.ts'
import { kinshipRules } from './rules/kinship.ts'
import { knownVariantRules } from './rules/known-variants.ts'
import { patientRules } from './rules/patients.ts'
import { paymentRules } from './rules/payment.ts'
import { phenotypeRules } from './rules/phenotype.ts'
import { pregnancyRules } from './rules/pregnancy.ts'
import { providerRules } from './rules/provider.ts'
import { questionRules } from './rules/questions.ts'
import type { Rule, RuleInput } from './rules/rule.ts'
import { specimenRules } from './rules/specimens.ts'
import { ageRules, kindRules, signingRules } from './rules/subjects.ts'
import { testRules } from './rules/tests.ts'
import { uploadedFileRules } from './rules/uploaded-files.ts'

const SECTION_RULES: Record<OrderSection, Rule[]> = {
  tests: [testRules, historyRules, ageRules, kindRules, permittedRules],
  patient: [patientRules, pregnancyRules, kinshipRules, signingRules, uploadedFileRules],
  specimens: [specimenRules],
  clinical: [clinicalRules, knownVariantRules, diagnosisRules, phenotypeRules],
  questions: [questionRules],
  consents: [consentRules],
  payment: [paymentRules],
  provider: [providerRules],
}

/** Sections about testing, which do not matter for a benefits verification. */
const NOT_OF_VOB: readonly OrderSection[] = ['specimens', 'questions', 'consents']

/**
 * All open points of an order, in the order of the form: errors, and warnings with the overriding reason if
 * the document has one. Form, API and manifest all use this function; the order is ready if no point is
 * blocking (`isBlocking` in points.ts). For a benefits verification only what the payer must know is
 * required.
 */
export function openPoints(document: OrderDocument, context: RuleContext): OpenPoint[] {
  const testCodes = new Set([...document.tests, ...document.addOnTests].map((test) => test.testCode))
  const known: RuleInput = {
    ...context,
    document,
    tests: context.tests.filter((test) => testCodes.has(test.code)),
  }
  const points = ORDER_SECTIONS.flatMap((section) =>
    document.isVOB && NOT_OF_VOB.includes(section)
      ? []
      : SECTION_RULES[section]
          .flatMap((rule) => rule(known))
          .filter((found) => !(document.isVOB && found.warningAbout !== undefined))
          .map((found) => openPoint(document, section, found)),
  )
  // Two people with one key are an error of their own, and one reason answers their warnings.
  const keys = points.map(({ key }) => key)
  return points.filter(({ key }, index) => key === '' || keys.indexOf(key) === index)
}

function openPoint(document: OrderDocument, section: OrderSection, found: Finding): OpenPoint {
  const { path, rule, message, warningAbout, usualReasons } = found
  if (warningAbout === undefined)
    return { path, rule, message, section, severity: 'error', key: '', reason: '' }
  const key = warningKey(rule, warningAbout)
  const reason = document.overrides.find((override) => override.key === key)?.reason.trim() ?? ''
  const point = { path, rule, message, section, severity: 'warning', key, reason } as const
  return usualReasons ? { ...point, usualReasons } : point
}
