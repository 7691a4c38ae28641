import { basename } from 'node:path'
import type { z } from 'zod'
import {
  type Coding,
  type Item,
  type Questionnaire,
  TODAY_LIMIT,
  type Unit,
} from '#domain/questions/questionnaire.ts'
import type { DataFileProblem } from '#server/csv/data-table.ts'
import { checkQuestionnaire, type Report } from './check-questionnaire.ts'
import { conditionOf, EXTENSIONS, type FhirItem, fhirQuestionnaire } from './fhir-subset.ts'

/**
 * Reads one file. Every problem is added to `problems`, with its item's linkId; null if there is any.
 */
export function readQuestionnaire(
  path: string,
  content: string,
  problems: DataFileProblem[],
): Questionnaire | null {
  const before = problems.length
  const report = (linkId: string, rule: string) => {
    const at = linkId === '' ? {} : { linkId }
    problems.push({ file: basename(path), row: null, column: null, ...at, rule })
  }
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch (error) {
    report('', `the file is not JSON: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
  if (isTooDeep(json)) {
    report('', `has more than ${DEEPEST} groups within each other`)
    return null
  }
  const parsed = fhirQuestionnaire.safeParse(json)
  if (!parsed.success) {
    for (const issue of parsed.error.issues) reportIssue(json, issue, report)
    return null
  }
  const { id, url, version, title, subjectType, item } = parsed.data
  const questionnaire: Questionnaire = {
    ...{ id, url, version, title, about: subjectType[0] === 'Patient' ? 'person' : 'order' },
    items: item.map(itemOf),
  }
  checkQuestionnaire(questionnaire, item, report)
  return problems.length > before ? null : questionnaire
}

/** A form shows no more; and reading it takes a part of the stack for each. */
const DEEPEST = 10

function isTooDeep(json: unknown): boolean {
  const itemsIn = (of: unknown): unknown[] => {
    const { item } = (of ?? {}) as { item?: unknown }
    return Array.isArray(item) ? item : []
  }
  let level = itemsIn(json)
  for (let depth = 0; depth <= DEEPEST; depth += 1) level = level.flatMap(itemsIn)
  return level.length > 0
}

/** The rule with the element's name, under the linkId of the innermost item that it is in. */
function reportIssue(json: unknown, issue: z.core.$ZodIssue, report: Report): void {
  let at: unknown = json
  let linkId = ''
  let within: PropertyKey[] = []
  for (const key of issue.path) {
    within.push(key)
    at = (at as Record<PropertyKey, unknown> | null | undefined)?.[key]
    const own = (at as { linkId?: unknown } | null | undefined)?.linkId
    if (typeof own !== 'string') continue
    linkId = own
    within = []
  }
  const element = within.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  const name = element.replace(/^\./, '')
  if (issue.code === 'unrecognized_keys')
    for (const key of issue.keys)
      report(linkId, `${name ? `${name}.` : ''}${key} is not an element that the portal knows`)
  else report(linkId, `${name || 'the item'} ${at === undefined ? 'is missing' : issue.message}`)
}

function itemOf(given: FhirItem): Item {
  const { linkId, text, type, required = false, repeats = false, maxLength, enableBehavior } = given
  const [code] = given.code ?? []
  const limits = { min: limitOf(given, EXTENSIONS.min), max: limitOf(given, EXTENSIONS.max) }
  const units = unitsOf(given)
  const options = (given.answerOption ?? []).map(
    ({ valueCoding, valueString = '' }): Coding =>
      valueCoding ? withSystem(valueCoding) : { system: '', code: valueString, display: valueString },
  )
  return {
    ...{ linkId, text, type, required, repeats },
    ...(code ? { code: withSystem(code) } : {}),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(limits.min === undefined ? {} : { min: limits.min }),
    ...(limits.max === undefined ? {} : { max: limits.max }),
    ...(units.length === 0 ? {} : { units }),
    ...(options.length === 0 ? {} : { options }),
    ...(given.enableWhen ? { enableWhen: given.enableWhen.map(conditionOf) } : {}),
    ...(enableBehavior ? { enableBehavior } : {}),
    ...(given.item ? { items: given.item.map(itemOf) } : {}),
  }
}

const withSystem = ({
  system = '',
  code,
  display,
}: {
  system?: string | undefined
  code: string
  display: string
}) => ({
  ...{ system, code, display },
})

function limitOf({ extension = [] }: FhirItem, url: string): string | undefined {
  const found = extension.find((one) => one.url === url)
  if (!found || 'valueCoding' in found) return undefined
  if (found._valueDate) return TODAY_LIMIT
  return found.valueDate ?? (found.valueInteger ?? found.valueDecimal)?.toString()
}

function unitsOf({ extension = [] }: FhirItem): Unit[] {
  return extension.flatMap((one) =>
    'valueCoding' in one ? [{ code: one.valueCoding.code, display: one.valueCoding.display }] : [],
  )
}
