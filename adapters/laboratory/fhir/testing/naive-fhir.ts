import type { LabUpdate, ReadMessage } from '../../port.ts'

/*
 * A second reader of Bundles that shares no code with the first: it walks through the JSON and collects what
 * is in it. The reader must have shown or refused whatever this finds in a report or beside it, and must show
 * nothing else.
 */

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]
const objects = (value: unknown): Json[] => list(value).filter(isObject)
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const bare = (value: unknown) =>
  String(value ?? '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

const GONE = ['cancelled', 'entered-in-error']
/** Types that a reader of the result doesn't need. */
const BACKGROUND =
  /^(MessageHeader|Patient|RelatedPerson|Practitioner|PractitionerRole|Organization|Location|Encounter|ServiceRequest|Specimen|Device|Coverage|Provenance|Binary|OperationOutcome|Endpoint|HealthcareService|CareTeam|Account|Subscription|AuditEvent|Media)$/

/**
 * Every text that is a resource's content: values, conclusions, notes. References, codes and times are left
 * out.
 */
function contentIn(resource: Json): string[] {
  const found: string[] = []
  const concept = (value: unknown) =>
    objects(value).forEach((one) => {
      const displays = objects(one.coding).map(({ display }) => text(display))
      const words = [text(one.text), ...displays].filter((word) => word !== '')
      found.push(...(words.length > 0 ? words : objects(one.coding).map(({ code }) => text(code))))
    })
  for (const [name, value] of Object.entries(resource)) {
    if (name === 'valueString' || name === 'conclusion' || name === 'valueInteger') found.push(String(value))
    if (name === 'valueCodeableConcept' || name === 'conclusionCode' || name === 'dataAbsentReason')
      concept(value)
    if (name === 'valueQuantity' && isObject(value)) found.push(`${value.value ?? ''}`, text(value.unit))
    if (name === 'note') found.push(...objects(value).map((one) => text(one.text)))
    if (name === 'component') for (const one of objects(value)) found.push(...contentIn(one))
    if (name === 'code' && resource.resourceType !== 'DiagnosticReport') concept(value)
  }
  return found
}

/** Errors in how `raw` was read: lost content and invented content. Empty if everything is accounted for. */
export function unaccountedFhir(raw: string, message: ReadMessage): string[] {
  if (message.kind === 'refused') return message.reason === '' ? ['refused without a reason'] : []
  if (message.kind === 'other') return ['passed over']
  const bundle = JSON.parse(raw) as Json
  const entries = objects(bundle.entry)
  const all = entries.map((entry) => entry.resource).filter(isObject)
  const faults: string[] = []
  const need = (is: boolean, fault: string) => {
    if (!is) faults.push(fault)
  }
  const parts = message.updates.flatMap(({ report }) => report?.parts ?? [])
  const documents = parts.flatMap((part) => (part.kind === 'document' ? [Buffer.from(part.content)] : []))
  const visibleText = bare(stringsIn(message.updates.map(withoutFiles)).join(' '))
  const binaries = all.filter(({ resourceType }) => resourceType === 'Binary')
  const has = (content: string, where: string) =>
    need(visibleText.includes(bare(content)), `${where}: ${content.slice(0, 60)}`)

  const reports = all.filter(({ resourceType }) => resourceType === 'DiagnosticReport')
  const contained = reports.flatMap((one) => objects(one.contained))
  const referencesOf = (value: unknown) => objects(value).map(({ reference }) => text(reference))
  const referred = new Set(reports.flatMap((one) => referencesOf(one.result)))
  const isGone = (one: Json) => GONE.includes(text(one.status))
  // For a withdrawn report, results that it may refer to by ID need not be shown.
  const idOf = (reference: string) => reference.replace(/\/_history\/.*/, '').replace(/.*[/#:]/, '')
  const ids = (one: Json) => [
    text(one.id),
    ...entries.flatMap(({ fullUrl, resource }) => (resource === one ? [idOf(text(fullUrl))] : [])),
  ]
  const ofGone = new Set(
    reports
      .filter(isGone)
      .flatMap((one) => [
        ...referencesOf(one.result),
        ...objects(one.media).flatMap(({ link }) => referencesOf(link)),
      ])
      .map(idOf),
  )
  const ofLiving = new Set(
    reports.filter((one) => !isGone(one)).flatMap((one) => referencesOf(one.result).map(idOf)),
  )
  for (let size = -1; size !== ofGone.size; ) {
    size = ofGone.size
    for (const one of [...all, ...contained])
      if (ids(one).some((id) => id !== '' && ofGone.has(id)))
        for (const to of [...referencesOf(one.hasMember), ...referencesOf(one.derivedFrom)])
          ofGone.add(idOf(to))
  }

  for (const resource of [...all, ...contained]) {
    const type = text(resource.resourceType)
    if (BACKGROUND.test(type) || isGone(resource)) continue
    const isInside = contained.includes(resource)
    if (type === 'Observation' && ids(resource).some((id) => ofGone.has(id) && !ofLiving.has(id))) continue
    if (type === 'Observation' && isInside && !referred.has(`#${text(resource.id)}`)) continue
    if (type === 'Observation' || type === 'DiagnosticReport')
      for (const one of contentIn(resource)) has(one, type)
    if (type === 'Task')
      for (const one of [
        text(resource.description),
        ...objects(resource.note).map((note) => text(note.text)),
      ])
        has(one, type)
    if (!['Observation', 'DiagnosticReport', 'Task', 'DocumentReference'].includes(type) && !isInside)
      has(type, 'Also in the message')
    const forms = [
      ...objects(resource.presentedForm),
      ...objects(resource.content).map(({ attachment }) => (isObject(attachment) ? attachment : {})),
    ]
    for (const form of forms) {
      const url = text(form.url)
      const companions = binaries
        .filter(
          (one) =>
            url.replace(/\/_history\/.*/, '') === `Binary/${text(one.id)}` ||
            entries.some(({ fullUrl, resource }) => resource === one && fullUrl === url),
        )
        .map(({ data }) => text(data))
      const data = text(form.data) || companions[0]
      if (data === undefined || data === '') {
        if (url) has(url, 'attachment')
        continue
      }
      const content = Buffer.from(data, 'base64')
      if (content.subarray(0, 1024).includes('%PDF-'))
        need(
          documents.some((one) => one.equals(content)),
          `a PDF of ${content.length} bytes`,
        )
    }
  }

  // Nothing withdrawn, and nothing that was not sent.
  const formsOf = (one: Json) => objects(one.presentedForm).map(({ data }) => text(data).replace(/=+$/, ''))
  const counting = JSON.stringify(all.filter((one) => !isGone(one)))
  for (const data of reports.filter(isGone).flatMap(formsOf))
    if (data !== '' && !counting.includes(data))
      need(
        documents.every((one) => one.toString('base64').replace(/=+$/, '') !== data),
        'a document of a withdrawn report',
      )
  for (const document of documents) {
    const written = document.toString('base64').replace(/=+$/, '')
    need(raw.includes(written), `a document of ${document.length} bytes that is not in the Bundle`)
  }
  for (const part of parts)
    if (part.kind === 'values')
      for (const { value } of part.values)
        for (const word of value === 'Not in the message' || /^(Yes|No)$/.test(value)
          ? []
          : (value.match(/[\p{L}\p{N}]+/gu) ?? []))
          need(
            word === 'to' || word === 'dimensions' || bare(raw).includes(word.toLowerCase()),
            `“${word}” is not in the Bundle`,
          )

  // Patient and order: only what the Bundle contains.
  for (const { orderId, laboratoryNumber, patient } of message.updates) {
    if (orderId !== null) need(raw.includes(String(orderId)), `order ${orderId}`)
    if (laboratoryNumber !== null)
      need(raw.includes(JSON.stringify(laboratoryNumber).slice(1, -1)), `number ${laboratoryNumber}`)
    for (const { last } of patient?.names ?? [])
      need(raw.includes(JSON.stringify(last).slice(1, -1)), `name ${last}`)
  }
  // Each update with a subject has been compared with that subject.
  const about = [
    ...reports,
    ...all.filter(({ resourceType }) => resourceType === 'Task' || resourceType === 'Specimen'),
  ]
  if (about.every((one) => isObject(one.subject ?? one.for)))
    need(
      message.updates.every(({ patient }) => patient !== null),
      'a subject that was passed over',
    )

  // An order changes state only through a report or one of our Tasks.
  const moving = all.filter(
    ({ resourceType, intent, code }) =>
      resourceType === 'Task' &&
      intent === 'order' &&
      (code === undefined || JSON.stringify(code).includes('hl7.org/fhir/CodeSystem/task-code')),
  )
  for (const { state } of message.updates)
    if (state === 'cancelled' || state === 'cancellation-refused')
      need(moving.length > 0 || reports.some(({ status }) => status === 'cancelled'), `${state} by nobody`)
  return faults
}

/** Every text and number in a value, at any depth. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(stringsIn)
  return value === null || value === undefined ? [] : [String(value)]
}

function withoutFiles(update: LabUpdate): unknown {
  const parts = update.report?.parts.map((part) =>
    part.kind === 'document' ? { ...part, content: '' } : part,
  )
  return { ...update, report: { ...update.report, parts } }
}
