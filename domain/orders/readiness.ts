import type { OrderDocument } from './document.ts'
import { warningKey } from './family.ts'
import { type Finding, type OpenPoint, ORDER_SECTIONS, type OrderSection } from './points.ts'
import type { RuleContext } from './rule-context.ts'
import { clinicalRules } from './rules/clinical.ts'
import { consentRules } from './rules/consents.ts'
import { historyRules } from './rules/history.ts'
import { patientRules } from './rules/patients.ts'
import { paymentRules } from './rules/payment.ts'
import { providerRules } from './rules/provider.ts'
import type { Rule, RuleInput } from './rules/rule.ts'
import { specimenRules } from './rules/specimens.ts'
import { testRules } from './rules/tests.ts'

const SECTION_RULES: Record<OrderSection, Rule[]> = {
  tests: [testRules, historyRules],
  patient: [patientRules],
  specimens: [specimenRules],
  clinical: [clinicalRules],
  consents: [consentRules],
  payment: [paymentRules],
  provider: [providerRules],
}

/** What is about testing, and so does not matter while benefits are verified only. */
const NOT_OF_VOB: readonly OrderSection[] = ['specimens', 'consents']

/**
 * Everything that stands against submitting an order, all at once, in the order of the form: errors, and warnings with
 * the reason that overrides them where the document has one. The form, the API and the manifest ask this one function;
 * the order is ready when no point `blocks` (points.ts). Of a benefits verification it asks what the payer must be told.
 */
export function openPoints(document: OrderDocument, context: RuleContext): OpenPoint[] {
  const testCodes = new Set([...document.tests, ...document.addOnTests].map((test) => test.testCode))
  const known: RuleInput = {
    ...context,
    document,
    tests: context.tests.filter((test) => testCodes.has(test.code)),
  }
  return ORDER_SECTIONS.flatMap((section) =>
    document.isVOB && NOT_OF_VOB.includes(section)
      ? []
      : SECTION_RULES[section]
          .flatMap((rule) => rule(known))
          .filter((found) => !(document.isVOB && found.warningAbout !== undefined))
          .map((found) => openPoint(document, section, found)),
  )
}

function openPoint(document: OrderDocument, section: OrderSection, found: Finding): OpenPoint {
  const { path, rule, message, warningAbout } = found
  if (warningAbout === undefined)
    return { path, rule, message, section, severity: 'error', key: '', reason: '' }
  const key = warningKey(rule, warningAbout)
  const reason = document.overrides.find((override) => override.key === key)?.reason.trim() ?? ''
  return { path, rule, message, section, severity: 'warning', key, reason }
}
