import { isDeepStrictEqual } from 'node:util'
import type {
  DiagnosticReport,
  FhirResource,
  OperationOutcomeIssue,
  Reference,
  Specimen,
  Task,
} from 'fhir/r4.js'
import type { ReportNews } from '#domain/reports/news.ts'
import { LONGEST_ID } from '../message.ts'
import type { LaboratoryNews } from '../port.ts'
import { addPart } from '../result-parts.ts'
import { isToTell, partBeside } from './beside.ts'
import { personOf } from './read-person.ts'
import { reportName, saidByReport } from './read-report.ts'
import { specimenNews } from './read-specimen.ts'
import { saidByTask, wishOf } from './read-task.ts'
import { catalogueCode, type FhirBundle, type Find, finder, namingOf } from './references.ts'
import { issue } from './refusal.ts'
import { readTime } from './times.ts'

const NO_NEWS: Omit<LaboratoryNews, 'orderId' | 'laboratoryNumber' | 'patient' | 'at'> = {
  ...{ testCode: '', refusal: '', notes: '', declined: null, report: null, hold: null, release: null },
  ...{ state: null, specimens: [], treatments: [] },
}

/** What a resource is read with. */
interface Place {
  find: Find
  /** The resource's own place, `Bundle.entry[2].resource`. */
  at: string
  sentAt: Date | null
  issues: OperationOutcomeIssue[]
  /** Who it is about is looked up and must be there. */
  people: 'looked up' | 'known'
}

interface ReadResource {
  resource: FhirResource
  place: Place
  /** Null of what is no news by itself. */
  news: LaboratoryNews | null
  /** What was read as a part of it. */
  used: ReadonlySet<FhirResource>
}
type ReadNews = ReadResource & { news: LaboratoryNews }

/**
 * Each Task and DiagnosticReport of a valid Bundle is one piece of news; a Specimen is one where it stands alone.
 * `people`: `known` in the answer to a Bundle of ours, which need not give our patient back.
 */
export function newsIn(
  bundle: FhirBundle,
  people: Place['people'] = 'looked up',
): { news: LaboratoryNews[]; issues: OperationOutcomeIssue[] } {
  const issues: OperationOutcomeIssue[] = []
  const findIn = finder(bundle)
  const sentAt = timeAt(bundle.timestamp, { at: 'Bundle', issues }, 'timestamp')
  const all = (bundle.entry ?? []).flatMap(({ resource, fullUrl }, index): ReadResource[] => {
    if (!resource) return []
    const at = `Bundle.entry[${index}].resource`
    const place: Place = { find: findIn(resource, fullUrl), at, sentAt, issues, people }
    return [{ resource, place, ...newsOf(resource, place) }]
  })
  const ours = all.filter(isOurs)
  for (const one of all) issues.push(...unusable(one, ours))
  for (const one of ours) nameOthers(one, all)
  const beside = tellBeside(all, ours)
  const specimens = ours.filter(({ news }) => news.specimens.length > 0)
  const others = ours.filter((one) => !specimens.includes(one)).map(({ news }) => news)
  // A Task or report that says the order has come speaks of the specimens beside it, and of no others.
  for (const one of others)
    one.specimens = specimens.flatMap(({ news }) =>
      news.specimens.filter((specimen) => specimen.orderId === one.orderId),
    )
  const alone = specimens.filter(
    ({ news: { orderId, laboratoryNumber } }) =>
      !others.some(
        (other) => other.orderId === orderId && [null, other.laboratoryNumber].includes(laboratoryNumber),
      ),
  )
  return { news: [...others, ...beside, ...alone.map(({ news }) => news)], issues }
}

function isOurs(one: ReadResource): one is ReadNews {
  return one.news !== null && namesOrder(one.news)
}

function namesOrder({ orderId, laboratoryNumber }: LaboratoryNews): boolean {
  return orderId !== null || laboratoryNumber !== null
}

/** Notes whom the results of a report are about, where that is somebody else than the report. */
function nameOthers({ news, used, place: { find } }: ReadNews, all: readonly ReadResource[]): void {
  for (const resource of used) {
    const place = all.find((one) => one.resource === resource)?.place
    addOther(news, subjectIn(resource, place?.find ?? find), false)
  }
}

function addOther(news: LaboratoryNews, patient: LaboratoryNews['patient'], isBeside: boolean): void {
  const others = news.alsoAbout ?? []
  const isKnown = [{ patient: news.patient, isBeside }, ...others].some((one) =>
    isDeepStrictEqual(one, { patient, isBeside }),
  )
  if (patient && !isKnown) news.alsoAbout = [...others, { patient, isBeside }]
}

/** The Patient that any resource is about, where it names one of the Bundle. */
function subjectIn(resource: FhirResource, find: Find): LaboratoryNews['patient'] {
  const { subject, patient, for: of } = resource as Partial<Record<'subject' | 'patient' | 'for', Reference>>
  const reference = subject ?? patient ?? of
  const person = reference && find(reference)
  return person?.resourceType === 'Patient' ? personOf(person) : null
}

/**
 * What stands beside a report of ours and is no news is shown with the first that counts. Beside reports that are all
 * taken back it is returned as news of its own, for a person to look at; without a report it is a fault.
 */
function tellBeside(all: readonly ReadResource[], ours: readonly ReadNews[]): LaboratoryNews[] {
  const used = new Set(all.flatMap((one) => [...one.used]))
  const beside = all.filter((one) => {
    const { resource, place } = one
    if (used.has(resource) || !isToTell(resource)) return false
    if (resource.resourceType === 'Task') return wishOf(resource, place.find) === null
    return !(isOurs(one) && resource.resourceType === 'DiagnosticReport')
  })
  const [only] = beside
  if (!only) return []
  const reports = ours.flatMap(({ news }) => (news.report ? [{ news, report: news.report }] : []))
  const counting = reports.find(({ report }) => !EMPTY.includes(report.status))
  const first = counting ?? reports[0]
  if (!first) {
    const text = 'It belongs to no DiagnosticReport of an order of ours that is in the Bundle'
    if (ours.length > 0) only.place.issues.push(issue('business-rule', text, only.place.at))
    return []
  }
  const name = reportName(first.news.laboratoryNumber)
  const parts = counting?.report.parts ?? []
  for (const { resource, place } of beside)
    for (const part of partBeside(resource, name, place)) addPart(parts, part)
  const told = counting || parts.length === 0 ? [] : [besideWithdrawal(first.news, first.report, parts)]
  const joined = told[0] ?? first.news
  for (const { resource, place } of beside) addOther(joined, subjectIn(resource, place.find), true)
  return told
}

/** Of the same order and person, made and sent with the withdrawal. It says of no report what it is. */
function besideWithdrawal(
  { orderId, laboratoryNumber, patient, testCode, at }: LaboratoryNews,
  { read, identity, madeAt, sentAt }: ReportNews,
  parts: ReportNews['parts'],
): LaboratoryNews {
  return {
    ...{ ...NO_NEWS, orderId, laboratoryNumber, patient, testCode, at },
    report: {
      ...{ read, status: 'unclear', identity, parts, words: '', change: null, madeAt, sentAt },
      besideWithdrawal: true,
    },
  }
}

/** A report that is taken back carries nothing. */
const EMPTY: readonly string[] = ['withdrawn', 'cancelled']
const NOTHING_USED: ReadonlySet<FhirResource> = new Set()

function newsOf(resource: FhirResource, place: Place): Pick<ReadResource, 'news' | 'used'> {
  switch (resource.resourceType) {
    case 'DiagnosticReport':
      return ofReport(resource, place)
    case 'Task':
      return { news: ofTask(resource, place), used: NOTHING_USED }
    case 'Specimen':
      return { news: ofSpecimen(resource, place), used: NOTHING_USED }
    default:
      return { news: null, used: NOTHING_USED }
  }
}

function ofReport(report: DiagnosticReport, place: Place): Pick<ReadResource, 'news' | 'used'> {
  const { find, sentAt } = place
  const { effectiveDateTime, effectivePeriod: period } = report
  const naming = namingOf(report.identifier ?? [], report.basedOn ?? [], find)
  const issued = timeAt(report.issued, place, 'issued')
  const effective = timeAt(effectiveDateTime, place, 'effectiveDateTime')
  const ended = timeAt(period?.end ?? period?.start, place, 'effectivePeriod')
  const madeAt = issued ?? effective ?? ended
  const named = { ...naming, testCode: catalogueCode(report.code) || naming.testCode }
  const { said, used } = saidByReport(report, { ...named, madeAt, sentAt }, place)
  const patient = personIn(report.subject, place, 'subject')
  return { news: { ...NO_NEWS, ...named, ...said, patient, at: madeAt ?? sentAt }, used }
}

function ofTask(task: Task, place: Place): LaboratoryNews {
  const { identifier = [], groupIdentifier, basedOn = [], focus } = task
  const naming = namingOf([...identifier, groupIdentifier], [...basedOn, focus], place.find)
  return {
    ...{ ...NO_NEWS, ...naming, ...saidByTask(task, naming.laboratoryNumber, place.find) },
    patient: personIn(task.for, place, 'for'),
    at: timeAt(task.lastModified, place, 'lastModified') ?? place.sentAt,
  }
}

/** Nothing of a specimen that is not one of ours. */
function ofSpecimen(specimen: Specimen, place: Place): LaboratoryNews | null {
  const said = specimenNews(specimen)
  if (!said) return null
  timeAt(specimen.receivedTime, place, 'receivedTime')
  const laboratoryNumber = specimen.accessionIdentifier?.value ?? null
  return {
    ...NO_NEWS,
    orderId: said.orderId,
    laboratoryNumber,
    state: laboratoryNumber && !said.rejected ? 'accessioned' : null,
    specimens: [said],
    patient: personIn(specimen.subject, place, 'subject'),
    at: said.arrivedAt ?? place.sentAt,
  }
}

/** A time that is written must be one. */
function timeAt(
  written: string | undefined,
  { at, issues }: Pick<Place, 'at' | 'issues'>,
  element: string,
): Date | null {
  const time = readTime(written)
  if (time !== 'none') return time
  issues.push(issue('value', `${written} is no date or time that there is`, `${at}.${element}`))
  return null
}

/**
 * What stands against taking it. One that names no order of ours is no fault beside news that do, where it is about
 * nobody else and moves nothing: an earlier report, a recommended action.
 */
function unusable({ resource, news, place }: ReadResource, ours: readonly ReadNews[]) {
  if (!news) return []
  const { laboratoryNumber } = news
  if ((laboratoryNumber ?? '').length > LONGEST_ID)
    return [issue('too-long', `The laboratory number is longer than ${LONGEST_ID} characters`, place.at)]
  if (namesOrder(news)) return []
  const moves = resource.resourceType === 'Task' && wishOf(resource, place.find) !== null
  const isBeside = ours.some((one) => isDeepStrictEqual(one.news.patient, news.patient))
  return moves || !isBeside
    ? [issue('required', 'No order of ours is named (basedOn, identifier)', place.at)]
    : []
}

/** Whom it is about, where it says so. A reference that leads to nobody, or to two, must not skip the comparison. */
function personIn(
  reference: Reference | undefined,
  { find, at, issues, people }: Place,
  element: string,
): LaboratoryNews['patient'] {
  if (!reference || people === 'known') return null
  const person = find(reference)
  if (person?.resourceType !== 'Patient') {
    const to = reference.reference ?? reference.display ?? ''
    const text = `${to} leads to no Patient of the Bundle, or to two that differ: put the Patient in`
    issues.push(issue('not-found', text.trim(), `${at}.${element}`))
    return null
  }
  const { birthDate = '' } = person
  if (readTime(birthDate) === 'none')
    issues.push(issue('value', `the birth date ${birthDate} is no date that there is`, `${at}.${element}`))
  return personOf(person)
}
