import type {
  DiagnosticReport,
  FhirResource,
  OperationOutcomeIssue,
  Reference,
  Specimen,
  Task,
} from 'fhir/r4.js'
import { LONGEST_ID } from '../message.ts'
import type { LaboratoryNews, SpecimenNews } from '../port.ts'
import { saidByReport } from './read-report.ts'
import { specimenNews } from './read-specimen.ts'
import { saidByTask } from './read-task.ts'
import { catalogueCode, type FhirBundle, type Find, finder, namingOf } from './references.ts'
import { issue } from './refusal.ts'
import { timeOf } from './times.ts'

const NO_NEWS: Omit<LaboratoryNews, 'orderId' | 'laboratoryNumber' | 'patient' | 'at'> = {
  ...{ testCode: '', refusal: '', corrected: false, report: null, hold: null, release: null },
  ...{ state: null, specimens: [], treatments: [] },
}

/** What a resource is read with. */
interface Place {
  find: Find
  /** The resource's own place, `Bundle.entry[2].resource`. */
  at: string
  sentAt: Date | null
  issues: OperationOutcomeIssue[]
}

/** Each Task and DiagnosticReport of a valid Bundle is one piece of news; a Specimen is one where it stands alone. */
export function newsIn(bundle: FhirBundle): { news: LaboratoryNews[]; issues: OperationOutcomeIssue[] } {
  const issues: OperationOutcomeIssue[] = []
  const findIn = finder(bundle)
  const sentAt = timeOf(bundle.timestamp)
  const news: LaboratoryNews[] = []
  const specimens: { said: SpecimenNews; alone: LaboratoryNews }[] = []
  for (const [index, { resource }] of (bundle.entry ?? []).entries()) {
    if (!resource) continue
    const place = { find: findIn(resource), at: `Bundle.entry[${index}].resource`, sentAt, issues }
    const read = newsOf(resource, place)
    if (!read) continue
    issues.push(...unusable(read, place.at))
    const [said] = read.specimens
    if (said) specimens.push({ said, alone: read })
    else news.push(read)
  }
  // A Task or report that says the order has come speaks of the specimens beside it, and of no others.
  for (const one of news)
    one.specimens = specimens.flatMap(({ said }) => (said.orderId === one.orderId ? [said] : []))
  const alone = specimens.filter(({ said }) => !news.some(({ orderId }) => orderId === said.orderId))
  return { news: [...news, ...alone.map((one) => one.alone)], issues }
}

function newsOf(resource: FhirResource, place: Place): LaboratoryNews | null {
  switch (resource.resourceType) {
    case 'DiagnosticReport':
      return ofReport(resource, place)
    case 'Task':
      return ofTask(resource, place)
    case 'Specimen':
      return ofSpecimen(resource, place)
    default:
      return null
  }
}

function ofReport(report: DiagnosticReport, place: Place): LaboratoryNews {
  const { find, sentAt } = place
  const naming = namingOf(report.identifier ?? [], report.basedOn ?? [], find)
  const named = { ...naming, testCode: catalogueCode(report.code) || naming.testCode }
  return {
    ...{ ...NO_NEWS, ...named, ...saidByReport(report, named, find, place) },
    patient: personIn(find, report.subject),
    at: timeOf(report.issued) ?? timeOf(report.effectiveDateTime) ?? sentAt,
  }
}

function ofTask(task: Task, { find, sentAt }: Place): LaboratoryNews {
  const { identifier = [], groupIdentifier, basedOn = [], focus } = task
  const naming = namingOf([...identifier, groupIdentifier], [...basedOn, focus], find)
  return {
    ...{ ...NO_NEWS, ...naming, ...saidByTask(task, naming.laboratoryNumber) },
    patient: personIn(find, task.for),
    at: timeOf(task.lastModified) ?? sentAt,
  }
}

/** Nothing of a specimen that is not one of ours. */
function ofSpecimen(specimen: Specimen, { find, sentAt }: Place): LaboratoryNews | null {
  const said = specimenNews(specimen)
  if (!said) return null
  const laboratoryNumber = specimen.accessionIdentifier?.value ?? null
  return {
    ...NO_NEWS,
    orderId: said.orderId,
    laboratoryNumber,
    state: laboratoryNumber && !said.rejected ? 'accessioned' : null,
    specimens: [said],
    patient: personIn(find, specimen.subject),
    at: said.arrivedAt ?? sentAt,
  }
}

function unusable({ orderId, laboratoryNumber }: LaboratoryNews, at: string): OperationOutcomeIssue[] {
  if (orderId === null && laboratoryNumber === null)
    return [issue('required', 'No order of ours is named (basedOn, identifier)', at)]
  return (laboratoryNumber ?? '').length > LONGEST_ID
    ? [issue('too-long', `The laboratory number is longer than ${LONGEST_ID} characters`, at)]
    : []
}

/** Whom it is about, where the Bundle says so. */
function personIn(find: Find, reference: Reference | undefined): LaboratoryNews['patient'] {
  const person = find(reference)
  if (person?.resourceType !== 'Patient') return null
  const { birthDate = '', name } = person
  const lastName = (name?.find(({ use }) => use === 'official') ?? name?.[0])?.family ?? ''
  return { lastName, dateOfBirth: /^\d{4}-\d{2}-\d{2}$/.test(birthDate) ? birthDate : '' }
}
