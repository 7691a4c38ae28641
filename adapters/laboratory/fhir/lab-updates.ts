import { isDeepStrictEqual } from 'node:util'
import type {
  DiagnosticReport,
  FhirResource,
  OperationOutcomeIssue,
  Reference,
  Specimen,
  Task,
} from 'fhir/r4.js'
import type { ReportUpdate } from '#domain/reports/report-update.ts'
import { LONGEST_ID } from '../../hl7/message.ts'
import type { LabUpdate } from '../port.ts'
import { addPart } from '../result-parts.ts'
import { fetusIn } from './read-fetus.ts'
import { personOf } from './read-person.ts'
import { parseReport, reportName } from './read-report.ts'
import { specimensOfReport } from './read-report-specimens.ts'
import { isRetracted, parseSpecimen } from './read-specimen.ts'
import { parseTask, wishOf } from './read-task.ts'
import { type FhirBundle, type Find, finder, namingOf, reportedTest } from './references.ts'
import { issue } from './refusal.ts'
import { isSupplement, supplementParts } from './supplements.ts'
import { readTime } from './times.ts'

const EMPTY_UPDATE: Omit<LabUpdate, 'orderId' | 'laboratoryNumber' | 'patient' | 'at'> = {
  ...{ testCode: '', refusal: '', notes: '', declined: null, report: null, hold: null, release: null },
  ...{ state: null, specimens: [], treatments: [] },
}

/** The context in which a resource is read. */
interface ReadContext {
  find: Find
  /** The resource's FHIRPath, `Bundle.entry[2].resource`. */
  at: string
  sentAt: Date | null
  issues: OperationOutcomeIssue[]
  /** Whether its subject must be looked up and exist. */
  people: 'looked up' | 'known'
}

interface ReadResource {
  resource: FhirResource
  context: ReadContext
  /** Null for a resource that is not an update by itself. */
  update: LabUpdate | null
  /** The resources that were read as part of it. */
  used: ReadonlySet<FhirResource>
}
type UpdateResource = ReadResource & { update: LabUpdate }

/**
 * Reads each Task and DiagnosticReport of a valid Bundle as one laboratory update, and a Specimen if it comes
 * alone. `people`: `known` for the answer to a Bundle of ours, which need not repeat our patient.
 */
export function labUpdatesIn(
  bundle: FhirBundle,
  people: ReadContext['people'] = 'looked up',
): { updates: LabUpdate[]; issues: OperationOutcomeIssue[] } {
  const issues: OperationOutcomeIssue[] = []
  const findIn = finder(bundle)
  const sentAt = timeAt(bundle.timestamp, { at: 'Bundle', issues }, 'timestamp')
  const all = (bundle.entry ?? []).flatMap(({ resource, fullUrl }, index): ReadResource[] => {
    if (!resource) return []
    const at = `Bundle.entry[${index}].resource`
    const context: ReadContext = { find: findIn(resource, fullUrl), at, sentAt, issues, people }
    return [{ resource, context, ...readUpdate(resource, context) }]
  })
  const ownUpdates = all.filter(isOwnOrder)
  for (const one of all) issues.push(...unusable(one, ownUpdates))
  const contexts = new Map(all.map(({ resource, context }) => [resource, context]))
  for (const one of ownUpdates) nameOthers(one, contexts)
  const supplements = addSupplements(all, ownUpdates)
  const specimens = ownUpdates.filter(({ update }) => update.isSpecimenAlone)
  const others = ownUpdates.filter((one) => !specimens.includes(one)).map(({ update }) => update)
  // A Task or report that says the order has arrived applies to the specimens beside it, and to no others.
  for (const one of others)
    one.specimens = specimens.flatMap(({ update }) =>
      update.specimens.filter((specimen) => specimen.orderId === one.orderId),
    )
  const alone = specimens.filter(
    ({ update: { orderId, laboratoryNumber } }) =>
      !others.some(
        (other) => other.orderId === orderId && [null, other.laboratoryNumber].includes(laboratoryNumber),
      ),
  )
  return { updates: [...others, ...supplements, ...alone.map(({ update }) => update)], issues }
}

function isOwnOrder(one: ReadResource): one is UpdateResource {
  return one.update !== null && namesOrder(one.update)
}

function namesOrder({ orderId, laboratoryNumber }: LabUpdate): boolean {
  return orderId !== null || laboratoryNumber !== null
}

/** Names the subjects of a report's results if they differ from the report's own. */
function nameOthers(
  { resource: report, update, used, context: own }: UpdateResource,
  contexts: ReadonlyMap<FhirResource, ReadContext>,
): void {
  for (const resource of used) {
    const context = contexts.get(resource) ?? own
    refuseOtherOrder(resource, update, context)
    addOther(update, subjectIn(resource, context, subjectOf(report)), false)
  }
}

/** A result that names another order than its report has come into the wrong report. */
function refuseOtherOrder(
  resource: FhirResource,
  { orderId }: LabUpdate,
  { find, at, issues }: ReadContext,
): void {
  if (resource.resourceType !== 'Observation') return
  const named = namingOf([], resource.basedOn ?? [], find).orderId
  if (orderId === null || named === null || named === orderId) return
  issues.push(
    issue('business-rule', `is of order ${named}, and its report of order ${orderId}`, `${at}.basedOn`),
  )
}

function addOther(update: LabUpdate, patient: LabUpdate['patient'], isBeside: boolean): void {
  const others = update.alsoAbout ?? []
  const isKnown = [{ patient: update.patient, isBeside }, ...others].some(
    (one) => one.isBeside === isBeside && isSamePatient(one.patient, patient),
  )
  // A number that the report's Patient has too.
  const numbers = update.patient?.identifiers.map(({ value }) => value) ?? []
  if (patient?.names.length === 0 && patient.identifiers.some(({ value }) => numbers.includes(value))) return
  // The fetus that the report is about by its focus.
  if (patient?.identifiers.some(({ value }) => value === update.patient?.fetus)) return
  if (patient && !isKnown) update.alsoAbout = [...others, { patient, isBeside }]
}

/** The same Patient, whichever fetus of hers a report is about. */
function isSamePatient(one: LabUpdate['patient'], other: LabUpdate['patient']): boolean {
  return isDeepStrictEqual(one && { ...one, fetus: '' }, other && { ...other, fetus: '' })
}

function subjectOf(resource: FhirResource): Reference | undefined {
  const { subject, patient, for: of } = resource as Partial<Record<'subject' | 'patient' | 'for', Reference>>
  return subject ?? patient ?? of
}

/**
 * The Patient who is a resource's subject: in the Bundle, or by a number alone. A reference to a Patient that leads nowhere
 * must not bypass the comparison, unless it is that of the report (`ofReport`), which is checked there.
 */
function subjectIn(
  resource: FhirResource,
  { find, at, issues, people }: ReadContext,
  ofReport?: Reference,
): LabUpdate['patient'] {
  const reference = subjectOf(resource)
  const person = reference && find(reference)
  if (person) return person.resourceType === 'Patient' ? personOf(person) : null
  const { reference: to = '', identifier } = reference ?? {}
  if (people === 'known') return null
  if (identifier?.value) return personOf({ resourceType: 'Patient', identifier: [identifier] })
  if (/(^|\/)Patient\/[^/]+/.test(to) && to !== ofReport?.reference)
    issues.push(issue('not-found', `${to} does not refer to exactly one Patient in the Bundle`, at))
  return null
}

/**
 * What accompanies our report without being an update is shown with the first report that counts. If all
 * reports are withdrawn, it becomes an update of its own, for a person to look at; without any report it is
 * an error.
 */
function addSupplements(all: readonly ReadResource[], ownUpdates: readonly UpdateResource[]): LabUpdate[] {
  const used = new Set(all.flatMap((one) => [...one.used]))
  const supplements = all.filter((one) => {
    const { resource, context } = one
    if (used.has(resource) || !isSupplement(resource)) return false
    if (resource.resourceType === 'Task') return wishOf(resource, context.find) === null
    return !(isOwnOrder(one) && resource.resourceType === 'DiagnosticReport')
  })
  const [only] = supplements
  if (!only) return []
  const reports = ownUpdates.flatMap(({ update }) =>
    update.report ? [{ update, report: update.report }] : [],
  )
  const counting = reports.find(({ report }) => !EMPTY.includes(report.status))
  const first = counting ?? reports[0]
  if (!first) {
    const text = 'The Bundle has no DiagnosticReport of one of our orders that it belongs to'
    if (ownUpdates.length > 0) only.context.issues.push(issue('business-rule', text, only.context.at))
    return []
  }
  const name = reportName(first.update.laboratoryNumber)
  const parts = counting?.report.parts ?? []
  for (const { resource, context } of supplements)
    for (const part of supplementParts(resource, name, context)) addPart(parts, part)
  const separate = counting || parts.length === 0 ? [] : [besideWithdrawal(first.update, first.report, parts)]
  const joined = separate[0] ?? first.update
  for (const { resource, context } of supplements) addOther(joined, subjectIn(resource, context), true)
  return separate
}

/**
 * For the same order and person, made and sent with the withdrawal. Leaves every report's status unchanged.
 */
function besideWithdrawal(
  { orderId, laboratoryNumber, patient, testCode, at }: LabUpdate,
  { read, identity, madeAt, sentAt }: ReportUpdate,
  parts: ReportUpdate['parts'],
): LabUpdate {
  return {
    ...{ ...EMPTY_UPDATE, orderId, laboratoryNumber, patient, testCode, at },
    report: {
      ...{ read, status: 'unclear', identity, parts, words: '', change: null, madeAt, sentAt },
      besideWithdrawal: true,
    },
  }
}

/** A withdrawn report carries nothing. */
const EMPTY: readonly string[] = ['withdrawn', 'cancelled']
const NOTHING_USED: ReadonlySet<FhirResource> = new Set()

function readUpdate(resource: FhirResource, context: ReadContext): Pick<ReadResource, 'update' | 'used'> {
  switch (resource.resourceType) {
    case 'DiagnosticReport':
      return ofReport(resource, context)
    case 'Task':
      return { update: ofTask(resource, context), used: NOTHING_USED }
    case 'Specimen':
      return { update: ofSpecimen(resource, context), used: NOTHING_USED }
    default:
      return { update: null, used: NOTHING_USED }
  }
}

function ofReport(report: DiagnosticReport, context: ReadContext): Pick<ReadResource, 'update' | 'used'> {
  const { find, sentAt } = context
  const { effectiveDateTime, effectivePeriod: period } = report
  const naming = namingOf(report.identifier ?? [], report.basedOn ?? [], find)
  const issued = timeAt(report.issued, context, 'issued')
  const effective = timeAt(effectiveDateTime, context, 'effectiveDateTime')
  const ended = timeAt(period?.end ?? period?.start, context, 'effectivePeriod')
  const madeAt = issued ?? effective ?? ended
  const named = { ...naming, testCode: reportedTest(report.code, naming.testCode) }
  const { parsed, used } = parseReport(report, { ...named, madeAt, sentAt }, context)
  const subject = personIn(report.subject, context, 'subject')
  const patient = subject && { ...subject, fetus: fetusIn(report, find) }
  const from = specimensOfReport(report, find)
  return { update: { ...EMPTY_UPDATE, ...named, ...parsed, ...from, patient, at: madeAt ?? sentAt }, used }
}

function ofTask(task: Task, context: ReadContext): LabUpdate {
  const { identifier = [], groupIdentifier, basedOn = [], focus } = task
  const naming = namingOf([...identifier, groupIdentifier], [...basedOn, focus], context.find)
  return {
    ...{ ...EMPTY_UPDATE, ...naming, ...parseTask(task, naming, context.find) },
    patient: personIn(task.for, context, 'for'),
    at: timeAt(task.lastModified, context, 'lastModified') ?? context.sentAt,
  }
}

/** Null for a specimen that is not ours. One that was entered in error is accepted, and changes nothing. */
function ofSpecimen(specimen: Specimen, context: ReadContext): LabUpdate | null {
  const parsed = parseSpecimen(specimen)
  if (!parsed) return null
  const own = { ...EMPTY_UPDATE, orderId: parsed.orderId, isSpecimenAlone: true }
  if (isRetracted(specimen)) return { ...own, laboratoryNumber: null, patient: null, at: context.sentAt }
  timeAt(specimen.receivedTime, context, 'receivedTime')
  const laboratoryNumber = specimen.accessionIdentifier?.value ?? null
  return {
    ...own,
    laboratoryNumber,
    state: laboratoryNumber && !parsed.rejected ? 'accessioned' : null,
    specimens: [parsed],
    patient: personIn(specimen.subject, context, 'subject'),
    at: parsed.arrivedAt ?? context.sentAt,
  }
}

/** A time that is present must be valid. */
function timeAt(
  written: string | undefined,
  { at, issues }: Pick<ReadContext, 'at' | 'issues'>,
  element: string,
): Date | null {
  const time = readTime(written)
  if (time !== 'none') return time
  issues.push(issue('value', `${written} is not a valid date or time`, `${at}.${element}`))
  return null
}

/**
 * Why it cannot be used. A resource that names none of our orders is harmless beside updates that do, if it
 * is about nobody else and changes no state: an earlier report, a recommended action.
 */
function unusable({ resource, update, context }: ReadResource, ownUpdates: readonly UpdateResource[]) {
  if (!update) return []
  const { laboratoryNumber } = update
  if ((laboratoryNumber ?? '').length > LONGEST_ID)
    return [issue('too-long', `The laboratory number is longer than ${LONGEST_ID} characters`, context.at)]
  if (namesOrder(update)) return []
  const moves = resource.resourceType === 'Task' && wishOf(resource, context.find) !== null
  const isAccompanying = ownUpdates.some((one) => isSamePatient(one.update.patient, update.patient))
  return moves || !isAccompanying
    ? [
        issue(
          'required',
          'None of our orders is named: give our order number in basedOn or identifier',
          context.at,
        ),
      ]
    : []
}

/**
 * Its subject, if it names one. A reference that leads nowhere, or to two patients, must not bypass the
 * comparison.
 */
function personIn(
  reference: Reference | undefined,
  { find, at, issues, people }: ReadContext,
  element: string,
): LabUpdate['patient'] {
  if (!reference || people === 'known') return null
  const person = find(reference)
  if (person?.resourceType !== 'Patient') {
    const to = reference.reference ?? reference.display ?? ''
    const text = `${to} does not refer to exactly one Patient in the Bundle: include the Patient`
    issues.push(issue('not-found', text.trim(), `${at}.${element}`))
    return null
  }
  const { birthDate = '' } = person
  if (readTime(birthDate) === 'none')
    issues.push(issue('value', `the birth date ${birthDate} is not a valid date`, `${at}.${element}`))
  return personOf(person)
}
